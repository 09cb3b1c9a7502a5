import type { DataSource } from 'typeorm';
import { AcceptGeneration, type Order } from '../../../src/modules/images/generation/submission/accept-generation.js';
import { Admission } from '../../../src/modules/images/generation/submission/admission.js';
import { EngineHealth } from '../../../src/modules/images/engines/engine-health.js';
import { normaliseRequest, situationOf } from '../../../src/modules/images/generation/submission/generation-request.js';
import { noFailPoints } from '../../../src/modules/images/shared/fail-points.js';
import type { CreditLedger } from '../../../src/modules/quota/index.js';
import { testConfig } from '../config.js';
import { createUser, creditLedger, giveUnits } from '../credits/credits.js';

/** The use case as a process of its own has it, with a ledger that may act otherwise. */
export function acceptance(dataSource: DataSource, change: Partial<CreditLedger> = {}): AcceptGeneration {
  const ledger: CreditLedger = Object.assign(creditLedger(dataSource, { FREE_ALLOWANCE: 'none' }), change);
  const admission = new Admission(new EngineHealth(dataSource), dataSource);
  return new AcceptGeneration(dataSource, ledger, admission, testConfig(), noFailPoints);
}

/** What somebody new, with so many units, asks for under a key. */
export async function orderOf(
  dataSource: DataSource,
  { plan, units, count }: { plan: Order['plan']; units: number; count: number },
): Promise<Order> {
  const userId = await createUser(dataSource, { plan });
  await giveUnits(dataSource, userId, units);
  const asked = {
    prompt: 'a cat',
    model: 'sd3.5-medium',
    style: 'enhance',
    size: '1:1',
    quality: 'standard',
    output_format: 'png',
    count,
  } as const;
  const request = normaliseRequest(asked);
  return { userId, plan, request, situation: situationOf(asked, request), idempotencyKey: 'k', apiKeyId: null };
}
