import { MCP_IMAGE_PIXELS } from '@app/contracts';
import { expect, test } from '@jest/globals';
import type { Config } from '../../../platform/config/config.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { StorageError } from '../../../platform/storage/storage.port.js';
import type { OpenFile } from '../../images/index.js';
import { ImageContents } from './image-contents.js';

const COMPLETED = { id: 'image-1', status: 'completed' } as const;
const DRAWN = { output_format: 'jpeg', prompt: 'a fox' } as const;
const LINK = {
  type: 'resource_link',
  uri: 'https://lumina.example/api/v1/images/image-1/download',
  name: 'image-1.jpeg',
  title: 'a fox',
  mimeType: 'image/jpeg',
};

const showing = (preview: (...asked: unknown[]) => Promise<Buffer>) =>
  new ImageContents({ preview } as unknown as OpenFile, { publicOrigin: 'https://lumina.example' } as Config);

test('an image is a small copy and a link to the full one', async () => {
  const contents = showing((...asked) => Promise.resolve(Buffer.from(asked.join(' '))));
  expect(await contents.contents('ada', COMPLETED, DRAWN)).toEqual([
    { type: 'image', data: btoa(`ada image-1 ${MCP_IMAGE_PIXELS}`), mimeType: 'image/webp' },
    LINK,
  ]);
});

test.each([
  ['was deleted meanwhile', notFound()],
  ['is on a store that does not answer', new StorageError('no answer')],
])('an image that %s is the link alone', async (_, error) => {
  expect(await showing(() => Promise.reject(error)).contents('ada', COMPLETED, DRAWN)).toEqual([LINK]);
});

test('a fault of ours is not hidden behind the link', async () => {
  const contents = showing(() => Promise.reject(new TypeError('a fault')));
  await expect(contents.contents('ada', COMPLETED, DRAWN)).rejects.toThrow('a fault');
});

test('an image without a file is nothing, and has no address', async () => {
  const contents = showing(() => Promise.reject(new TypeError('there is nothing to show')));
  const failed = { id: 'image-1', status: 'failed' } as const;
  expect(await contents.contents('ada', failed, DRAWN)).toEqual([]);
  expect(contents.downloadUrl(failed)).toBeNull();
});
