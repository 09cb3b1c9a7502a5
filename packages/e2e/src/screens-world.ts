import type { Answer, GalleryItem, Generation, Locale } from '@app/contracts';
import type { Product } from './product.js';
import { equip, query } from './sign-in-credits.js';
import { newPerson, type Person } from './sign-in-person.js';
import { text } from './texts.js';

/** People in the situations that screens show. */
export interface World {
  origin: string;
  /** Has made nothing yet. */
  newcomer: Person;
  /** A full gallery of two pages, in every state. */
  collector: Person;
  collection: GalleryItem[];
  /** Tokens of links to pictures of the collector: one that lives, one whose time is over, one whose file was lost. */
  shared: { living: string; livingImage: string; expired: string; lost: string; lostImage: string };
  /** Their latest generation is finished, failed, or waits for ever. */
  finished: { person: Person; generation: string };
  failed: { person: Person; generation: string };
  waiting: { person: Person; generation: Generation };
  /** The link of an unconfirmed address, by language; unused. */
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

const submit = (person: Person, body: object): Promise<Generation> =>
  person.call<Generation>('POST', '/images/generate', { model: 'sd3.5-flash', ...body });

async function settled(person: Person, id: string): Promise<Generation> {
  for (;;) {
    const generation = await person.call<Generation>('GET', `/images/generations/${id}`);
    if (generation.status === 'completed' || generation.status === 'failed') return generation;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function fillGallery(person: Person): Promise<void> {
  const asked: Generation[] = [];
  for (const [index, choice] of COLLECTION.entries()) {
    asked.push(await submit(person, { ...choice, prompt: PROMPTS[index % PROMPTS.length] ?? '', seed: index + 1 }));
  }
  await Promise.all(asked.map(({ id }) => settled(person, id)));
  for (const index of [1, 4, 11]) await person.call('POST', `/images/${asked[index]?.id}/favorite`);
}

/** Shares three of the pictures; for one the time is over, of another the file is gone. */
async function shareSome(databaseUrl: string, person: Person): Promise<World['shared']> {
  const { data } = await person.call<Answer<'images.list'>>('GET', '/images?page=1&limit=20');
  const landscape = data.filter(({ status, size }) => status === 'completed' && size === '3:2');
  const expired = data.find(({ status, size }) => status === 'completed' && size === '21:9');
  // The oldest one lies on the second page, where it is in nobody's way.
  const [living, lost] = [landscape[0], landscape.at(-1)];
  if (!living || !lost || !expired) throw new Error('The collection is not complete');
  const share = async ({ id }: GalleryItem) =>
    (await person.call<Answer<'images.share'>>('POST', `/images/${id}/share`)).token;
  const tokens = { living: await share(living), expired: await share(expired), lost: await share(lost) };
  await query(databaseUrl, `update shares set expires_at = now() - interval '1 hour' where image_id = $1`, [
    expired.id,
  ]);
  await query(databaseUrl, `update images set file_lost_at = now() where id = $1`, [lost.id]);
  return { ...tokens, livingImage: living.id, lostImage: lost.id };
}

async function mailLink({ running }: Product, locale: Locale): Promise<string> {
  const handle = `unproven-${locale}`;
  await newPerson(running.url, { name: 'Unproven', handle, verified: false }, locale);
  for (;;) {
    const mails = await fetch(`${running.sandbox?.url}/_sandbox/mails?to=${handle}@example.com`);
    const [mail] = (await mails.json()) as { text: string }[];
    const link = /http:\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Brings a product into the state that the screens show. Its worker is down from then on: what waits keeps waiting. */
export async function furnish(product: Product): Promise<World> {
  const { running } = product;
  const origin = running.url;
  const person = (name: string, handle: string) => newPerson(origin, { name, handle });

  const collector = await person('林悦 Linyue', 'collector');
  await equip(running.databaseUrl, collector, { plan: 'enterprise', credits: 180 });
  const finished = await person('Ada Byron', 'finished');
  const done = await submit(finished, {
    prompt: PROMPTS[0] ?? '',
    negative_prompt: 'people, text',
    style: 'cinematic',
    size: '3:2',
  });
  await fillGallery(collector);
  await settled(finished, done.id);
  const shared = await shareSome(running.databaseUrl, collector);

  await running.stopPart('worker');
  const unlucky = await person('Grace Hopper', 'unlucky');
  const lost = [
    await submit(unlucky, { prompt: PROMPTS[2] ?? '' }),
    await submit(collector, { prompt: PROMPTS[4] ?? '' }),
  ];
  await query(running.databaseUrl, `update generations set deadline = now() where finished_at is null`);
  await Promise.all([settled(unlucky, lost[0]?.id ?? ''), settled(collector, lost[1]?.id ?? '')]);

  const patient = await person('Noor Haddad', 'patient');
  const open = await submit(patient, { prompt: PROMPTS[6] ?? '', size: '3:2' });
  await submit(collector, { prompt: PROMPTS[8] ?? '' });
  await query(
    running.databaseUrl,
    `update generations set deadline = now() + interval '1 day' where finished_at is null`,
  );

  return {
    origin,
    newcomer: await person('Wen Li', 'newcomer'),
    collector,
    shared,
    collection: (await collector.call<Answer<'images.list'>>('GET', '/images?page=1&limit=20')).data,
    finished: { person: finished, generation: done.id },
    failed: { person: unlucky, generation: lost[0]?.id ?? '' },
    waiting: { person: patient, generation: open },
    mailLinks: { en: await mailLink(product, 'en'), zh: await mailLink(product, 'zh') },
  };
}
