import { calls, isFinished, type Body, type Generation } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, type ApiResponse, type ApiClient, type ApiUser } from './api-client.js';

export const CHEAPEST_BODY: Body<'images.generate'> = {
  prompt: 'a lighthouse on a cliff at night',
  model: 'sd3.5-flash',
};

export interface Submission {
  user: ApiUser;
  body: Body<'images.generate'>;
  key: string;
}

export interface AcceptedSubmission extends Submission {
  id: string;
}

export interface EndedGeneration {
  submission: AcceptedSubmission;
  generation: Generation;
}

/** For the sweep after the deadline, and for a busy machine. */
const GRACE_MS = 30_000;
const POLL_MS = 300;

/** Records what the product accepted and must never lose. */
export class GenerationJournal {
  readonly submissions: AcceptedSubmission[] = [];

  constructor(private readonly api: ApiClient) {}

  /** null means that the answer was lost and the request can be repeated. */
  async submit(
    submission: Omit<Submission, 'key'> & { key?: string },
  ): Promise<{ submission: Submission; answer: ApiResponse | null }> {
    const sent = { key: randomUUID(), ...submission };
    const answer = await this.api.generate(sent.user, sent.body, sent.key).catch(() => null);
    if (answer?.status === 202) this.submissions.push({ ...sent, id: dataOf(calls.images.generate, answer).id });
    return { submission: sent, answer };
  }

  async submitAccepted(user: ApiUser, body: Body<'images.generate'> = CHEAPEST_BODY): Promise<AcceptedSubmission> {
    const { answer } = await this.submit({ user, body });
    const last = this.submissions.at(-1);
    if (answer?.status !== 202 || !last) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
    return last;
  }

  /** Throws for the first generation that misses its deadline. */
  async waitForAll(): Promise<EndedGeneration[]> {
    const ended: EndedGeneration[] = [];
    for (const submission of this.submissions)
      ended.push({ submission, generation: await this.waitForEnd(submission) });
    return ended;
  }

  async waitForEnd({ user, id }: AcceptedSubmission): Promise<Generation> {
    for (;;) {
      const generation = await this.api.readGeneration(user, id);
      if (isFinished(generation)) return generation;
      if (Date.now() > Date.parse(generation.deadline) + GRACE_MS) {
        throw new Error(`${id} is ${generation.status} after its deadline ${generation.deadline}`);
      }
      await sleep(POLL_MS);
    }
  }
}
