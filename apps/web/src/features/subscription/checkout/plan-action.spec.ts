import { describe, expect, it } from '@jest/globals';
import { SUBSCRIPTION } from '../../../../test/billing';
import { planAction } from './plan-action';

const pro = { status: 'pro', subscription: SUBSCRIPTION } as const;
const end = SUBSCRIPTION.current_period_end;

describe('the button of a plan', () => {
  it('leads a visitor to sign-in, whatever the plan', () => {
    for (const plan of ['free', 'pro', 'enterprise'] as const)
      expect(planAction({ plan, isAnnual: false, status: null, subscription: null }).kind).toBe('signIn');
  });

  it('tells a free person on the free plan so, and sells the others', () => {
    const free = { isAnnual: false, status: 'free', subscription: null } as const;
    expect(planAction({ plan: 'free', ...free }).kind).toBe('alreadyFree');
    expect(planAction({ plan: 'pro', ...free }).kind).toBe('buy');
  });

  it('of the free plan cancels for a paying person, and names the day once that is done', () => {
    expect(planAction({ plan: 'free', isAnnual: false, ...pro }).kind).toBe('cancel');
    const canceled = { ...SUBSCRIPTION, status: 'canceled' } as const;
    expect(planAction({ plan: 'free', isAnnual: false, status: 'pro', subscription: canceled })).toEqual({
      kind: 'freeFrom',
      at: end,
    });
  });

  it('of the free plan names the end of the grace for a plan that was cancelled after a failed payment', () => {
    const subscription = { ...SUBSCRIPTION, status: 'canceled', grace_until: '2026-11-24T09:00:00.000Z' } as const;
    expect(planAction({ plan: 'free', isAnnual: false, status: 'pro', subscription })).toEqual({
      kind: 'freeFrom',
      at: subscription.grace_until,
    });
  });

  it.each([
    ['pro', false, { kind: 'current' }],
    ['pro', true, { kind: 'change', label: 'toAnnual' }],
    ['enterprise', false, { kind: 'change', label: 'upgrade' }],
  ] as const)('of %s, annual %s, is for a monthly Pro subscriber %j', (plan, isAnnual, expected) => {
    expect(planAction({ plan, isAnnual, ...pro })).toEqual(expected);
  });

  it('names a smaller plan a change, and a planned one with its day', () => {
    const enterprise = { ...SUBSCRIPTION, plan_id: 'plan-enterprise', plan_type: 'enterprise' } as const;
    const question = { plan: 'pro', isAnnual: false, status: 'enterprise' } as const;
    expect(planAction({ ...question, subscription: enterprise })).toEqual({ kind: 'change', label: 'downgrade' });
    const planned = { ...enterprise, pending_plan_id: 'plan-pro', pending_is_annual: false } as const;
    expect(planAction({ ...question, subscription: planned })).toEqual({ kind: 'pending', at: end });
  });

  it('of a plan that was given without a subscription cancels nothing', () => {
    const given = { isAnnual: false, status: 'pro', subscription: null } as const;
    expect(planAction({ plan: 'pro', ...given }).kind).toBe('current');
    expect(planAction({ plan: 'free', ...given }).kind).toBe('current');
  });
});
