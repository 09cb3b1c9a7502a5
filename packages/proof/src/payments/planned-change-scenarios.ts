import type { OneBilling } from '@app/api/test-support/one-billing';
import { AppError } from '@app/api/test-support/one-process';
import { runInProcess } from './billing-process.js';
import { BOUGHT, RETURNS, subscribe, upgrade } from './buyers.js';
import type { Buyer } from './facts.js';
import type { Scenario } from './scenario.js';

/** Has a plan whose year begins at the end of the period. Answers its id at the provider. */
async function planYear(buyer: Buyer): Promise<string> {
  const { id } = await subscribe(buyer);
  const year = { plan_id: 'plan-pro', is_annual: true } as const;
  await runInProcess(buyer.world, (use) => use.change.run(buyer.userId, year, RETURNS));
  return id;
}

const replace = ({ userId }: Buyer, use: OneBilling) =>
  use.change.run(userId, { plan_id: 'plan-enterprise', is_annual: true }, RETURNS);

function expectUnavailable(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'PAYMENT_UNAVAILABLE')) throw error;
}

/** What is planned stays planned, unless it is replaced, taken back, paid away or cancelled. */
export const PLANNED_CHANGE_SCENARIOS: readonly Scenario[] = [
  {
    name: 'an upgrade that is not made leaves the planned change',
    prepare: async (buyer) => {
      const id = await planYear(buyer);
      buyer.world.provider.withoutUpgrades.add(id);
      return (use) => upgrade(buyer, use).catch(expectUnavailable);
    },
    recover: (use, operate) => operate(use),
    expected: { ...BOUGHT, payments: ['checkout success', 'upgrade redirecting'], planned: ['pro annual'] },
  },
  {
    name: 'a planned change is replaced',
    prepare: async (buyer) => {
      await planYear(buyer);
      return (use) => replace(buyer, use);
    },
    recover: (use, operate) => operate(use),
    expected: { ...BOUGHT, planned: ['enterprise annual'] },
  },
  {
    name: 'a planned change is taken back',
    prepare: async (buyer) => {
      await planYear(buyer);
      return (use) => use.change.run(buyer.userId, { plan_id: 'plan-pro', is_annual: false }, RETURNS);
    },
    recover: (use, operate) => operate(use),
    expected: BOUGHT,
  },
  {
    name: 'another change that breaks off leaves the planned one',
    prepare: async (buyer) => {
      buyer.world.provider.breakingOff.add(await planYear(buyer));
      return (use) => replace(buyer, use).catch(expectUnavailable);
    },
    expected: { ...BOUGHT, planned: ['pro annual'] },
  },
  {
    name: 'a cancellation that breaks off leaves the planned change',
    prepare: async (buyer) => {
      buyer.world.provider.breakingOff.add(await planYear(buyer));
      return (use) => use.cancellation.cancel(buyer.userId, 'other').catch(expectUnavailable);
    },
    expected: { ...BOUGHT, planned: ['pro annual'] },
  },
  {
    name: 'a cancellation ends the planned change, also where it is resumed',
    prepare: async (buyer) => {
      await planYear(buyer);
      return async (use) => {
        await use.cancellation.cancel(buyer.userId, 'other');
        await use.cancellation.resume(buyer.userId);
      };
    },
    recover: (use, operate) => operate(use),
    expected: BOUGHT,
  },
];
