import { DEFAULT_MODEL, type SelectableModel } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import type { Chance } from '../chance.js';
import { insist } from './insist.js';
import type { Model, Request } from './model.js';
import { SignIn } from './sign-in.js';
import type { Heard, Host, World } from './world.js';

const OWN_PICTURES = 12;
/** Of those who ask for something new, how many want it back at once: all of it, or one picture. */
const REGRETS = { all: 0.1, one: 0.1 };
/** Of what is asked for, what no worker here can paint: only the sweeper gives it back, at a deadline that comes soon. */
const UNPAINTED = { share: 0.08, model: 'sd3.5-flash' satisfies SelectableModel, deadlineSeconds: 1 } as const;

/** One browser tab of a person, with an API process that serves it. Pictures that it made it alone deletes. */
export class Tab {
  private readonly host: Host;
  /** Serves what nobody paints. */
  private readonly hasty: Host;
  private readonly signIn: SignIn;
  private readonly mine: Request[] = [];
  /** Pictures that it hid, the latest last. */
  private readonly hidden = new Set<string>();
  /** Of people who came once. */
  private readonly guests: Request[] = [];

  constructor(
    private readonly world: World,
    private readonly model: Model,
    private readonly userId: string,
    private readonly chance: Chance,
  ) {
    this.host = world.host(chance.fork());
    this.hasty = world.host(chance.fork(), UNPAINTED.deadlineSeconds);
    this.signIn = new SignIn(world, this.host, userId, chance.fork());
  }

  /** Does one thing that people do. `isBusy`: nothing new is asked for. */
  async act(isBusy: boolean): Promise<void> {
    const luck = this.chance.next();
    if (luck < 0.6) return isBusy ? this.delete() : this.generate();
    if (luck < 0.67) return this.takeBack();
    if (luck < 0.79) return this.delete();
    if (luck < 0.86) return this.putBack();
    if (luck < 0.9) return this.welcome();
    return this.signIn.refresh();
  }

  /** Asks for whatever no answer was heard of, and looks whether it is signed in still. */
  async settle(): Promise<string[]> {
    for (const request of [...this.mine, ...this.guests]) if (request.outcome === 'unknown') await this.hear(request);
    for (const [id, { wish, wanted, userId }] of this.model.wishes) {
      if (wish === 'unknown' && userId === this.userId && this.owns(id)) await this.wish(id, wanted);
    }
    return this.signIn.settle();
  }

  private owns(imageId: string): boolean {
    return this.mine.some(({ imageIds }) => imageIds.includes(imageId));
  }

  private async generate(): Promise<void> {
    const model = this.chance.isLucky(UNPAINTED.share) ? UNPAINTED.model : DEFAULT_MODEL;
    const request = this.model.ask({ key: randomUUID(), userId: this.userId, model, count: 1 + this.chance.below(3) });
    this.mine.push(request);
    // Some go away after the first try, and never hear.
    if (this.chance.isLucky(0.1)) this.note(request, await this.ask(request));
    else await this.hear(request);
    if (request.outcome === 'accepted') await this.regret(request);
  }

  private async regret({ imageIds }: Request): Promise<void> {
    const luck = this.chance.next();
    const [first] = imageIds;
    if (luck < REGRETS.all) await this.takeBack();
    else if (luck < REGRETS.all + REGRETS.one && first !== undefined) await this.wish(first, 'hidden');
  }

  private async hear(request: Request): Promise<void> {
    this.note(request, await insist(() => this.ask(request)));
  }

  private note(request: Request, heard: Awaited<ReturnType<Tab['ask']>>): void {
    if (!heard) return;
    if ('refused' in heard) this.model.refuse(request);
    else this.model.accept(request, heard.answer.id, heard.answer.imageIds);
  }

  private ask({ key, userId, model, count }: Request): Promise<Heard<{ id: string; imageIds: string[] }>> {
    const host = model === UNPAINTED.model ? this.hasty : this.host;
    return host.run('generate', async ({ submit }) => {
      const { id, generated_images: pictures } = await submit.submit(
        { userId, plan: 'free', source: { kind: 'session', sessionId: randomUUID() } },
        { asked: { ...WANTED, model, count }, idempotencyKey: key, locale: 'en' },
      );
      return { id, imageIds: pictures.map((picture) => picture.id) };
    });
  }

  private async takeBack(): Promise<void> {
    const request = this.mine.at(-1);
    if (!request?.id || request.isTakenBack) return;
    const { id } = request;
    const heard = await insist(() => this.host.run('cancel', ({ cancel }) => cancel.cancel(this.userId, id, 'en')));
    request.isTakenBack = 'answer' in heard;
  }

  private async delete(): Promise<void> {
    const id = this.own();
    if (id !== undefined) await this.wish(id, 'hidden');
  }

  private async putBack(): Promise<void> {
    const hidden = [...this.hidden].slice(-OWN_PICTURES);
    const id = hidden[this.chance.below(Math.max(1, hidden.length))];
    if (id !== undefined) await this.wish(id, 'shown');
  }

  /** One of the pictures that it asked for lately. */
  private own(): string | undefined {
    const ids = this.mine.slice(-OWN_PICTURES).flatMap(({ imageIds }) => imageIds);
    return ids[this.chance.below(Math.max(1, ids.length))];
  }

  private async wish(id: string, wanted: 'hidden' | 'shown'): Promise<void> {
    const before = this.model.wishes.get(id)?.wish ?? 'shown';
    const { userId } = this;
    this.model.wishes.set(id, { userId, wish: 'unknown', wanted });
    const selection = { imageIds: [id], generationIds: [] };
    const heard = await insist<unknown>(() =>
      wanted === 'hidden'
        ? this.host.run('delete', ({ remove }) => remove.selection(userId, selection))
        : this.host.run('restore', ({ restore }) => restore.restore(userId, selection)),
    );
    const wish = 'answer' in heard ? wanted : before;
    this.model.wishes.set(id, { userId, wish, wanted });
    this.hidden.delete(id);
    if (wish === 'hidden') this.hidden.add(id);
  }

  /** Somebody new takes the credit of the day, and asks for a picture with the first credits of the month. */
  private async welcome(): Promise<void> {
    const userId = await this.world.newcomer(0);
    this.model.open(userId, 0);
    await this.claim(userId);
    const request = this.model.ask({ key: randomUUID(), userId, model: DEFAULT_MODEL, count: 1 });
    this.guests.push(request);
    await this.hear(request);
  }

  private async claim(userId: string): Promise<void> {
    const heard = await insist(() => this.host.run('bonus', ({ bonus }) => bonus.claim(userId)));
    const outcome = 'answer' in heard ? heard.answer : heard.refused;
    // The second answer of somebody who did not hear the first.
    if (outcome === 'claimed' || outcome === 'claimed_today') this.model.account(userId).hasBonus = true;
    else this.world.surprises.push(`bonus: ${outcome}`);
  }
}

const WANTED = {
  prompt: 'a lighthouse on a cliff at night',
  style: 'enhance',
  size: '1:1',
  quality: 'standard',
  output_format: 'png',
} as const;
