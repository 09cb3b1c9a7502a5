import type { Plan, User } from '@app/contracts';
import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { PlanActions } from '../src/features/subscription/checkout/plan-actions';
import { renderPart } from './render-part';
import { USER } from './server';

interface ShownPlan {
  plan?: Plan;
  user?: User | null;
  isAnnual?: boolean;
  wanted?: 'stripe' | 'paypal' | null;
  onWantedTaken?: () => void;
}

export const showPlanActions = ({
  plan = 'pro',
  user = USER,
  isAnnual = false,
  wanted = null,
  onWantedTaken = () => undefined,
}: ShownPlan = {}) =>
  renderPart(<PlanActions plan={plan} isAnnual={isAnnual} wanted={wanted} onWantedTaken={onWantedTaken} />, {
    user,
    namespaces: ['pricing', 'change'],
  });

/** Enabled: the button that keeps its place has the same name. */
export const enabledButton = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = screen.getByRole('button', { name });
    expect(found).toBeEnabled();
    return found;
  });
