import type { Plan } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';

/** Keeps the place of a plan's buttons, so that nothing jumps when they come. */
export function WaitingActions({ plan }: { plan: Plan }) {
  const { t } = useTranslation('pricing');
  return (
    <ActionFrame>
      <Button size="lg" className="w-full" disabled>
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
