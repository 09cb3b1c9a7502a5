import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, type Answer } from '../measure/http-load.js';
import { CROWD_MODEL, type Person } from './people.js';

/** What became of one wish for a picture. */
export interface Wish {
  person: Person;
  /** The generation, once it was accepted. */
  id: string | null;
  /** Answers before that one. */
  refusals: Refusal[];
  /** Milliseconds of each answer. */
  times: number[];
}

export interface Refusal {
  status: number;
  code: string;
  retryAfter: number | null;
}

export interface Patience {
  /** Asks again when told to, until this moment (`performance.now()`). */
  untilMs: number;
}

/** What admission says; everything else above 499 is a fault. */
const ADMISSION = ['BACKLOG_FULL', 'ENGINE_UNAVAILABLE'];
/** Who was told the same does not come back at the same moment. */
const JITTER_MS = 3_000;

export const isAdmission = ({ status, code, retryAfter }: Refusal): boolean =>
  status === 503 && ADMISSION.includes(code) && retryAfter !== null;

const codeOf = ({ body }: Answer): string => {
  try {
    return (JSON.parse(body.toString()) as { code?: string }).code ?? 'none';
  } catch {
    return body.toString().slice(0, 100);
  }
};

/**
 * Asks for a picture over a connection of its own, as one tab does, and asks again with the same key when admission says
 * when. Ends with the first answer of another kind.
 */
export async function wish(origin: string, person: Person, { untilMs }: Patience): Promise<Wish> {
  const made: Wish = { person, id: null, refusals: [], times: [] };
  const key = randomUUID();
  const connection = await Connection.open(origin);
  try {
    for (;;) {
      const began = performance.now();
      const answer = await connection.ask({
        method: 'POST',
        path: '/api/images/generate',
        headers: { ...person.headers, 'idempotency-key': key },
        body: JSON.stringify({ prompt: 'a lighthouse on a cliff at night, 水墨画', model: CROWD_MODEL }),
      });
      made.times.push(performance.now() - began);
      if (answer.status === 202) {
        made.id = (JSON.parse(answer.body.toString()) as { data: { id: string } }).data.id;
        return made;
      }
      const refusal: Refusal = { status: answer.status, code: codeOf(answer), retryAfter: answer.retryAfter };
      made.refusals.push(refusal);
      const pauseMs = (refusal.retryAfter ?? 0) * 1_000 + Math.random() * JITTER_MS;
      if (!isAdmission(refusal) || performance.now() + pauseMs > untilMs) return made;
      await sleep(pauseMs);
    }
  } catch (error) {
    made.refusals.push({ status: 599, code: String(error), retryAfter: null });
    return made;
  } finally {
    connection.close();
  }
}
