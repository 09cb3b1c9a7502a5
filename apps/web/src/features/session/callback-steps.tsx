import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../shared/cx';
import { Spinner } from '../../shared/ui/feedback/spinner';
import type { CallbackStep } from './use-sign-in-callback';

const STEPS = ['exchange', 'profile', 'done'] as const satisfies readonly CallbackStep[];

export function CallbackSteps({ step }: { step: CallbackStep }) {
  const { t } = useTranslation('session');
  const reached = STEPS.indexOf(step);
  return (
    <ol aria-live="polite" className="grid gap-1">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === reached ? 'step' : undefined}
          className={cx('flex min-h-11 items-center gap-3', index > reached && 'text-ink-3')}
        >
          <span className="grid size-6 place-items-center text-amber-text">
            {index < reached || step === 'done' ? (
              <Check aria-hidden="true" className="size-5" />
            ) : index === reached ? (
              <Spinner />
            ) : (
              <span aria-hidden="true" className="size-1.5 rounded-pill bg-field" />
            )}
          </span>
          {t(`callback.steps.${name}`)}
        </li>
      ))}
    </ol>
  );
}
