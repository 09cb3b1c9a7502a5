import { PLAN_TERMS, reasonsAgainst, type Plan, type Refusal } from '@app/contracts';
import { normaliseRequest, situationOf, WRONG_FIELD, type RequestedGeneration } from '../../images/index.js';

export interface RowFault {
  code: Refusal;
  field: string;
  message: string;
}

/** What is wrong with a row in itself; with a plan, also what that does not allow. The most important comes first. */
export function rowFaults(asked: RequestedGeneration, plan?: Plan): RowFault[] {
  const maxCount = plan && PLAN_TERMS[plan].imagesPerGeneration;
  const tooMany = { field: 'count', message: `must be at most ${maxCount}` };
  return reasonsAgainst({ ...situationOf(asked, normaliseRequest(asked)), maxCount }).map((code) => ({
    code,
    ...(WRONG_FIELD[code] ?? tooMany),
  }));
}
