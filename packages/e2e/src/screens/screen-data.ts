import type { Answer, GalleryItem, Generation, Locale } from '@app/contracts';
import type { ProductDatabase } from '../product/database.js';
import type { Product } from '../product/product.js';
import { seedImages } from '../product/seed-images.js';
import { signUp, type TestUser } from '../users/test-user.js';
import { text } from '../texts.js';
import { givePlan } from '../users/user-plan.js';

export interface ScreenData {
  origin: string;
  newUser: TestUser;
  collector: TestUser;
  /** On the plan that the screens about payments speak of. */
  subscriber: TestUser;
  collection: GalleryItem[];
  /** Tokens of links: valid, expired, and of an image whose file was lost. */
  shared: { valid: string; validImage: string; expired: string; lost: string; lostImage: string };
  finished: { user: TestUser; generation: string };
  failed: { user: TestUser; generation: string };
  waiting: { user: TestUser; generation: Generation };
  /** Unused confirmation links. */
  mailLinks: Record<Locale, string>;
}

const COLLECTION = [
  { style: 'photographic', size: '3:2' },
  { style: 'anime', size: '1:1' },
  { style: 'cinematic', size: '21:9' },
  { style: 'pixel-art', size: '1:1' },
  { style: 'fantasy-art', size: '2:3' },
  { style: 'neon-punk', size: '16:9' },
  { style: 'origami', size: '4:5' },
  { style: 'low-poly', size: '5:4' },
  { style: 'comic-book', size: '9:16' },
  { style: 'analog-film', size: '3:2' },
  { style: 'enhance', size: '1:1' },
  { style: 'isometric', size: '1:1' },
  { style: 'digital-art', size: '9:21' },
] as const;

const PROMPTS = [1, 2, 3, 4, 5, 6].flatMap((key) => [
  text('en', `generate:examples.${key}`),
  text('zh', `generate:examples.${key}`),
]);

const submit = (user: TestUser, body: object): Promise<Generation> =>
  user.call<Generation>('POST', '/images/generate', { model: 'sd3.5-flash', ...body });

async function waitForEnd(user: TestUser, id: string): Promise<Generation> {
  for (;;) {
    const generation = await user.call<Generation>('GET', `/images/generations/${id}`);
    if (generation.status === 'completed' || generation.status === 'failed') return generation;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function shareSome(database: ProductDatabase, user: TestUser): Promise<ScreenData['shared']> {
  const { data } = await user.call<Answer<'images.list'>>('GET', '/images?page=1&limit=20');
  const landscape = data.filter(({ status, size }) => status === 'completed' && size === '3:2');
  const expired = data.find(({ status, size }) => status === 'completed' && size === '21:9');
  // The oldest one is on the second page, which no other screen shows.
  const [valid, lost] = [landscape[0], landscape.at(-1)];
  if (!valid || !lost || !expired) throw new Error('The collection is not complete');
  const share = async ({ id }: GalleryItem) =>
    (await user.call<Answer<'images.share'>>('POST', `/images/${id}/share`)).token;
  const tokens = { valid: await share(valid), expired: await share(expired), lost: await share(lost) };
  await database.query(`update shares set expires_at = now() - interval '1 hour' where image_id = $1`, [expired.id]);
  await database.query(`update images set file_lost_at = now() where id = $1`, [lost.id]);
  return { ...tokens, validImage: valid.id, lostImage: lost.id };
}

async function mailLink({ running }: Product, locale: Locale): Promise<string> {
  const handle = `unverified-${locale}`;
  await signUp(running.url, { name: 'Unverified', handle, verified: false }, locale);
  for (;;) {
    const mails = await fetch(`${running.sandbox?.url}/_sandbox/mails?to=${handle}@example.com`);
    const [mail] = (await mails.json()) as { text: string }[];
    const link = /http:\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The worker stays stopped, so that waiting generations stay in the queue. */
export async function seedScreens(product: Product, database: ProductDatabase): Promise<ScreenData> {
  const { running } = product;
  const user = (name: string, handle: string) => signUp(running.url, { name, handle });

  const [collector, subscriber, finished, unlucky, patient, newUser, en, zh] = await Promise.all([
    user('林悦 Linyue', 'collector'),
    user('Theo Brandt', 'subscriber'),
    user('Ada Byron', 'finished'),
    user('Grace Hopper', 'unlucky'),
    user('Noor Haddad', 'patient'),
    user('Wen Li', 'newcomer'),
    mailLink(product, 'en'),
    mailLink(product, 'zh'),
  ]);
  await givePlan(database, collector, { plan: 'enterprise', credits: 180 });
  await givePlan(database, subscriber, { plan: 'pro', credits: 140 });
  // Made by the engine, because the page shows the words that it understood.
  const done = await submit(finished, {
    prompt: PROMPTS[0] ?? '',
    negative_prompt: 'people, text',
    style: 'cinematic',
    size: '3:2',
  });
  await seedImages(
    product,
    database,
    collector,
    COLLECTION.map((choice, index) => ({
      ...choice,
      prompt: PROMPTS[index % PROMPTS.length] ?? '',
      favorite: [1, 4, 11].includes(index),
    })),
  );
  await waitForEnd(finished, done.id);
  const shared = await shareSome(database, collector);

  await running.stopPart('worker');
  const lost = [
    await submit(unlucky, { prompt: PROMPTS[2] ?? '' }),
    await submit(collector, { prompt: PROMPTS[4] ?? '' }),
  ];
  await database.query(`update generations set deadline = now() where finished_at is null`);
  await Promise.all([waitForEnd(unlucky, lost[0]?.id ?? ''), waitForEnd(collector, lost[1]?.id ?? '')]);

  const open = await submit(patient, { prompt: PROMPTS[6] ?? '', size: '3:2' });
  await submit(collector, { prompt: PROMPTS[8] ?? '' });
  await database.query(`update generations set deadline = now() + interval '1 day' where finished_at is null`);

  return {
    origin: running.url,
    newUser,
    collector,
    subscriber,
    shared,
    collection: (await collector.call<Answer<'images.list'>>('GET', '/images?page=1&limit=20')).data,
    finished: { user: finished, generation: done.id },
    failed: { user: unlucky, generation: lost[0]?.id ?? '' },
    waiting: { user: patient, generation: open },
    mailLinks: { en, zh },
  };
}
