import { createClient } from '../src/index.js';

/** Compiled by the gate, never run: each line below a directive must not compile. */
export async function misuse(): Promise<void> {
  const client = createClient({ baseUrl: 'https://lumina.example', key: '' });
  const { data } = await client.api.GET('/api/v1/images', { params: { query: { style: 'anime' } } });
  data?.data.data satisfies { prompt: string }[] | undefined;

  // @ts-expect-error no such path
  await client.api.GET('/api/v1/pictures');
  // @ts-expect-error no such method
  await client.api.GET('/api/v1/generate');
  // @ts-expect-error no such style
  await client.api.GET('/api/v1/images', { params: { query: { style: 'cubist' } } });
  // @ts-expect-error a missing id
  await client.api.GET('/api/v1/images/{id}');
  // @ts-expect-error a number in place of a text
  await client.api.POST('/api/v1/generate', { body: { prompt: 7 } });
  // @ts-expect-error an unknown field
  await client.generate({ prompt: 'a fox', colour: 'red' });
  // @ts-expect-error no such format
  await client.downloadImage('id', { format: 'gif' });
  // @ts-expect-error rows are missing
  await client.startBatch({ name: 'foxes' });
}
