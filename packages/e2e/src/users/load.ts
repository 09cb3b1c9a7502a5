import { calls, type Body, type Generation } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, type Answered, type ApiClient, type Person } from './api-client.js';

export const CHEAP: Body<'images.generate'> = { prompt: 'a lighthouse on a cliff at night', model: 'sd3.5-flash' };

export interface Order {
  person: Person;
  body: Body<'images.generate'>;
  key: string;
}

export interface Acknowledged extends Order {
  id: string;
}

export interface Ended {
  order: Acknowledged;
  generation: Generation;
}

/** For the sweep after the deadline, and for a busy machine. */
const GRACE_MS = 30_000;
const LOOK_EVERY_MS = 300;

const hasEnded = ({ status }: Generation): boolean => status !== 'pending' && status !== 'processing';

/** Records what the product accepted and must never lose. */
export class Journal {
  readonly acknowledged: Acknowledged[] = [];

  constructor(private readonly api: ApiClient) {}

  /** null means that the answer was lost and the request can be repeated. */
  async submit(order: Omit<Order, 'key'> & { key?: string }): Promise<{ order: Order; answer: Answered | null }> {
    const sent = { key: randomUUID(), ...order };
    const answer = await this.api.generate(sent.person, sent.body, sent.key).catch(() => null);
    if (answer?.status === 202) this.acknowledged.push({ ...sent, id: dataOf(calls.images.generate, answer).id });
    return { order: sent, answer };
  }

  async accepted(person: Person, body: Body<'images.generate'> = CHEAP): Promise<Acknowledged> {
    const { answer } = await this.submit({ person, body });
    const last = this.acknowledged.at(-1);
    if (answer?.status !== 202 || !last) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
    return last;
  }

  /** Throws for the first generation that misses its deadline. */
  async ended(): Promise<Ended[]> {
    const ended: Ended[] = [];
    for (const order of this.acknowledged) ended.push({ order, generation: await this.end(order) });
    return ended;
  }

  async end({ person, id }: Acknowledged): Promise<Generation> {
    for (;;) {
      const generation = await this.api.generation(person, id);
      if (hasEnded(generation)) return generation;
      if (Date.now() > Date.parse(generation.deadline) + GRACE_MS) {
        throw new Error(`${id} is ${generation.status} after its deadline ${generation.deadline}`);
      }
      await sleep(LOOK_EVERY_MS);
    }
  }
}
