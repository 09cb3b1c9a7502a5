import { PLAN_TERMS, type Plan } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';

/** Keeps the place of a plan's buttons and looks like them, so that nothing jumps when they come. */
export function WaitingActions({ plan }: { plan: Plan }) {
  const { t } = useTranslation('pricing');
  return (
    <ActionFrame>
      <Button
        size="lg"
        variant={PLAN_TERMS[plan].popular ? 'primary' : 'quiet'}
        className="w-full disabled:opacity-100"
        disabled
      >
        {t(`buttons.${plan}`)}
      </Button>
    </ActionFrame>
  );
}

/** `notice` is read aloud when it appears. */
export function ActionFrame({ notice, children }: { notice?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      {children}
      <p role="alert" className="text-sm text-danger-text empty:hidden">
        {notice}
      </p>
    </div>
  );
}
