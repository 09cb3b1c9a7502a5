import type { Generation } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { GenerationTools } from './generation-tools.js';
import type { ImageContents } from './image-contents.js';
import type { Caller } from './tool.js';

const CALLER = {
  principal: { userId: 'ada', plan: 'free', source: { kind: 'apiKey', keyId: 'key-1', scopes: [] } },
  locale: 'en',
  requestId: 'request-1',
} as unknown as Caller;
const GENERATION = {
  id: 'generation-1',
  status: 'pending',
  count: 2,
  unit_price: 3.5,
  credits_used: 7,
  credits_returned: 3.5,
  error_message: null,
  queue: null,
  understood: { private: true },
  generated_images: [{ id: 'image-1' }, { id: 'image-2' }],
};

function toolsOf(changed: object, creditsLeft: number | null = 93) {
  const generation = { ...GENERATION, ...changed } as unknown as Generation;
  const answer = () => Promise.resolve(generation);
  const images = {
    summary: ({ id }: { id: string }) => ({ id, download_url: null }),
    contents: (userId: string, { id }: { id: string }) => Promise.resolve([{ type: 'text', text: `${userId} ${id}` }]),
  } as unknown as ImageContents;
  const account = { creditsLeft: () => Promise.resolve(creditsLeft) };
  const made = [{ submit: answer }, { cancel: answer }, { wait: answer }] as never[];
  const [submission, cancellation, waiting] = made as [never, never, never];
  return new GenerationTools(submission, cancellation, waiting, images, account as never).tools;
}

const waited = (changed: object) =>
  toolsOf(changed).wait(CALLER, { id: 'generation-1', seconds: 0 }, new AbortController().signal);
const sentenceOf = ({ content: [first] }: { content: unknown[] }) => (first as { text: string }).text.split('\n')[0];

test.each([
  [{ queue: { position: 3, estimated_seconds: 40 } }, 'waits at position 3 of the queue, about 40 s. Call wait again.'],
  [{}, 'waits in the queue. Call wait again.'],
  [{ status: 'processing' }, 'is in progress. Call wait again.'],
  [{ status: 'completed' }, 'is completed and used 7 credits.'],
  [
    { status: 'failed', error_message: 'The engine failed.' },
    'has ended without an image: The engine failed. 3.5 credits were returned.',
  ],
  [{ status: 'failed' }, 'has ended without an image. 3.5 credits were returned.'],
])('a wait that ends with %j says "%s"', async (changed, sentence) => {
  expect(sentenceOf(await waited(changed))).toBe(`Generation generation-1 ${sentence}`);
});

test('a wait hands out each image, and what the request was understood as stays in the product', async () => {
  const { content, structuredContent } = await waited({ status: 'completed' });
  expect(content.slice(1)).toEqual([
    { type: 'text', text: 'ada image-1' },
    { type: 'text', text: 'ada image-2' },
  ]);
  expect(structuredContent).toMatchObject({ id: 'generation-1', images: [{ id: 'image-1' }, { id: 'image-2' }] });
  expect(structuredContent).not.toHaveProperty('understood');
  expect(structuredContent).not.toHaveProperty('generated_images');
});

test.each([
  [93, '93'],
  [0, '0'],
  [null, 'unknown'],
])('generate tells the price of all images and what is left: %j', async (left, words) => {
  const signal = new AbortController().signal;
  const result = await toolsOf({}, left).generate(CALLER, { prompt: 'a fox' } as never, signal);
  expect(sentenceOf(result)).toBe(
    `Generation generation-1 costs 7 credits, ${words} are left. Call wait with this id.`,
  );
  expect(result.structuredContent).toMatchObject({ price: 7, credits_left: left, images: GENERATION.generated_images });
});

test('cancel tells what was returned', async () => {
  const result = await toolsOf({}).cancel(CALLER, { id: 'generation-1' }, new AbortController().signal);
  expect(sentenceOf(result)).toBe('Generation generation-1 is cancelled, 3.5 credits were returned.');
  expect(result.structuredContent).toMatchObject({ id: 'generation-1' });
});
