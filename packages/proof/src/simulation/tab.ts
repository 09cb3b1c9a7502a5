import { DEFAULT_MODEL, type SelectableModel } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import type { SeededRandom } from '../random.js';
import { retryUntilAnswered } from './retry.js';
import type { ExpectedState, Request } from './expected-state.js';
import { TabSession } from './tab-session.js';
import type { Environment, ProcessSlot } from './environment.js';
import type { Outcome } from './fault.js';

const RECENT_IMAGES = 12;
/** Shares of new generations that are cancelled, or lose one image, at once. */
const CHANGE_OF_MIND = { cancel: 0.1, deleteOne: 0.1 };
/** A model without a worker: only the sweeper can end these generations, at their short deadline. */
const UNSERVED = { share: 0.08, model: 'sd3.5-flash' satisfies SelectableModel, deadlineSeconds: 1 } as const;

/** One browser tab of a user and the API process that serves it. Only this tab deletes its images. */
export class Tab {
  private readonly slot: ProcessSlot;
  private readonly shortDeadlineSlot: ProcessSlot;
  private readonly session: TabSession;
  private readonly requests: Request[] = [];
  private readonly hidden = new Set<string>();
  private readonly guests: Request[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly expected: ExpectedState,
    private readonly userId: string,
    private readonly random: SeededRandom,
  ) {
    this.slot = environment.slot(random.fork());
    this.shortDeadlineSlot = environment.slot(random.fork(), UNSERVED.deadlineSeconds);
    this.session = new TabSession(environment, this.slot, userId, random.fork());
  }

  async act(isBusy: boolean): Promise<void> {
    const draw = this.random.next();
    if (draw < 0.6) return isBusy ? this.delete() : this.generate();
    if (draw < 0.67) return this.cancelLast();
    if (draw < 0.79) return this.delete();
    if (draw < 0.86) return this.restore();
    if (draw < 0.9) return this.signUpGuest();
    return this.session.refresh();
  }

  /** Repeats every request without an answer and checks the session. */
  async settle(): Promise<string[]> {
    for (const request of [...this.requests, ...this.guests])
      if (request.outcome === 'unknown') await this.submitUntilAnswered(request);
    for (const [id, { state, wanted, userId }] of this.expected.visibility) {
      if (state === 'unknown' && userId === this.userId && this.owns(id)) await this.setVisibility(id, wanted);
    }
    return this.session.settle();
  }

  private owns(imageId: string): boolean {
    return this.requests.some(({ imageIds }) => imageIds.includes(imageId));
  }

  private async generate(): Promise<void> {
    const model = this.random.chance(UNSERVED.share) ? UNSERVED.model : DEFAULT_MODEL;
    const request = this.expected.recordRequest({
      key: randomUUID(),
      userId: this.userId,
      model,
      count: 1 + this.random.below(3),
    });
    this.requests.push(request);
    // Some clients leave after the first try.
    if (this.random.chance(0.1)) this.note(request, await this.submit(request));
    else await this.submitUntilAnswered(request);
    if (request.outcome === 'accepted') await this.changeMind(request);
  }

  private async changeMind({ imageIds }: Request): Promise<void> {
    const draw = this.random.next();
    const [first] = imageIds;
    if (draw < CHANGE_OF_MIND.cancel) await this.cancelLast();
    else if (draw < CHANGE_OF_MIND.cancel + CHANGE_OF_MIND.deleteOne && first !== undefined)
      await this.setVisibility(first, 'hidden');
  }

  private async submitUntilAnswered(request: Request): Promise<void> {
    this.note(request, await retryUntilAnswered(() => this.submit(request)));
  }

  private note(request: Request, outcome: Awaited<ReturnType<Tab['submit']>>): void {
    if (!outcome) return;
    if ('refused' in outcome) this.expected.recordRefusal(request);
    else this.expected.recordAcceptance(request, outcome.answer.id, outcome.answer.imageIds);
  }

  private submit({ key, userId, model, count }: Request): Promise<Outcome<{ id: string; imageIds: string[] }>> {
    const slot = model === UNSERVED.model ? this.shortDeadlineSlot : this.slot;
    return slot.run('generate', async ({ submit }) => {
      const { id, generated_images: images } = await submit.submit(
        { userId, plan: 'free' },
        { asked: { ...WANTED, model, count }, idempotencyKey: key, locale: 'en' },
      );
      return { id, imageIds: images.map((image) => image.id) };
    });
  }

  private async cancelLast(): Promise<void> {
    const request = this.requests.at(-1);
    if (!request?.id || request.isCancelled) return;
    const { id } = request;
    const outcome = await retryUntilAnswered(() =>
      this.slot.run('cancel', ({ cancel }) => cancel.cancel(this.userId, id, 'en')),
    );
    request.isCancelled = 'answer' in outcome;
  }

  private async delete(): Promise<void> {
    const id = this.recentImage();
    if (id !== undefined) await this.setVisibility(id, 'hidden');
  }

  private async restore(): Promise<void> {
    const hidden = [...this.hidden].slice(-RECENT_IMAGES);
    const id = hidden[this.random.below(Math.max(1, hidden.length))];
    if (id !== undefined) await this.setVisibility(id, 'shown');
  }

  private recentImage(): string | undefined {
    const ids = this.requests.slice(-RECENT_IMAGES).flatMap(({ imageIds }) => imageIds);
    return ids[this.random.below(Math.max(1, ids.length))];
  }

  private async setVisibility(id: string, wanted: 'hidden' | 'shown'): Promise<void> {
    const before = this.expected.visibility.get(id)?.state ?? 'shown';
    const { userId } = this;
    this.expected.visibility.set(id, { userId, state: 'unknown', wanted });
    const selection = { imageIds: [id], generationIds: [] };
    const outcome = await retryUntilAnswered<unknown>(() =>
      wanted === 'hidden'
        ? this.slot.run('delete', ({ remove }) => remove.selection(userId, selection))
        : this.slot.run('restore', ({ restore }) => restore.restore(userId, selection)),
    );
    const state = 'answer' in outcome ? wanted : before;
    this.expected.visibility.set(id, { userId, state, wanted });
    this.hidden.delete(id);
    if (state === 'hidden') this.hidden.add(id);
  }

  /** A new user claims the daily bonus and generates from the free month. */
  private async signUpGuest(): Promise<void> {
    const userId = await this.environment.newUser(0);
    this.expected.open(userId, 0);
    await this.claim(userId);
    const request = this.expected.recordRequest({ key: randomUUID(), userId, model: DEFAULT_MODEL, count: 1 });
    this.guests.push(request);
    await this.submitUntilAnswered(request);
  }

  private async claim(userId: string): Promise<void> {
    const outcome = await retryUntilAnswered(() => this.slot.run('bonus', ({ bonus }) => bonus.claim(userId)));
    const result = 'answer' in outcome ? outcome.answer : outcome.refused;
    // `claimed_today` answers a repetition whose first answer was lost.
    if (result === 'claimed' || result === 'claimed_today') this.expected.account(userId).hasBonus = true;
    else this.environment.unexpectedErrors.push(`bonus: ${result}`);
  }
}

const WANTED = {
  prompt: 'a lighthouse on a cliff at night',
  style: 'enhance',
  size: '1:1',
  quality: 'standard',
  output_format: 'png',
} as const;
