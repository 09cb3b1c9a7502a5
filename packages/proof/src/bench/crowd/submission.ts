import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, type HttpAnswer, type HttpRequest } from '../measure/http.js';
import { CROWD_MODEL, type CrowdUser } from './users.js';

const BODY = JSON.stringify({ prompt: 'a lighthouse on a cliff at night, 水墨画', model: CROWD_MODEL });

export const generateRequest = (headers: Record<string, string>): HttpRequest => ({
  method: 'POST',
  path: '/api/images/generate',
  headers,
  body: BODY,
});

export interface Refusal {
  status: number;
  code: string;
  retryAfter: number | null;
}

export interface Submission {
  user: CrowdUser;
  id: string | null;
  refusals: Refusal[];
  times: number[];
}

const ADMISSION_CODES = ['BACKLOG_FULL', 'ENGINE_UNAVAILABLE'];
const JITTER_MS = 3_000;

/** Whether the admission check refused the request and said when to retry; other errors are faults. */
export const isAdmissionRefusal = ({ status, code, retryAfter }: Refusal): boolean =>
  status === 503 && ADMISSION_CODES.includes(code) && retryAfter !== null;

function refusalOf({ status, text, retryAfter }: HttpAnswer): Refusal {
  try {
    return { status, retryAfter, code: (JSON.parse(text) as { code?: string }).code ?? 'none' };
  } catch {
    return { status, retryAfter, code: text.slice(0, 100) };
  }
}

/** Retries refused requests with the same key, after the time in `Retry-After`, until `until` on the clock. */
export async function submit(origin: string, user: CrowdUser, until: number): Promise<Submission> {
  const submission: Submission = { user, id: null, refusals: [], times: [] };
  const request = generateRequest({ ...user.headers, 'idempotency-key': randomUUID() });
  try {
    for (;;) {
      const start = performance.now();
      const answer = await send(origin, request);
      submission.times.push(performance.now() - start);
      if (answer.status === 202) {
        submission.id = (JSON.parse(answer.text) as { data: { id: string } }).data.id;
        return submission;
      }
      const refusal = refusalOf(answer);
      submission.refusals.push(refusal);
      const pauseMs = (refusal.retryAfter ?? 0) * 1_000 + Math.random() * JITTER_MS;
      if (!isAdmissionRefusal(refusal) || performance.now() + pauseMs > until) return submission;
      await sleep(pauseMs);
    }
  } catch (error) {
    submission.refusals.push({ status: 599, code: String(error), retryAfter: null });
    return submission;
  }
}
