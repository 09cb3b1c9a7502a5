import { expect, it } from '@jest/globals';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItems } from '../../../../test/gallery';
import { generation, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { CompareButton } from './compare-button';

const server = startServer();
const PARENT = '7a1f0c1e-0000-4000-8000-0000000000f1';
const DONE = { status: 'completed', url: 'http://localhost/api/files/a.png' } as const;
let asked: string[];

/** Whether there is something to compare with, once everything was answered. */
async function canCompare(parentId: string | null, answers: { image: () => Response; rest?: () => Response }) {
  asked = [];
  const answering = (name: string, answer: () => Response) => () => {
    asked.push(name);
    return answer();
  };
  server.use(
    http.get(`${API}/images/generations/:id`, answering('generation', answers.rest ?? (() => refuse('NOT_FOUND')))),
    http.get(`${API}/images/:id`, answering('image', answers.image)),
  );
  const child = generation({ status: 'completed', parent_id: parentId });
  const { store, unmount } = await renderPart(<CompareButton generation={child} image={image(DONE)} />, {
    user: USER,
    namespaces: ['generate'],
  });
  const isOpen = () =>
    Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.pending);
  await waitFor(() => expect(isOpen()).toBe(false));
  const found = screen.queryByRole('button', { name: 'Compare' }) !== null;
  unmount();
  return found;
}

const [item] = galleryItems(1);
const parent = (part: object) => () => ok({ ...item, id: PARENT, ...DONE, ...part });
const rest = (...images: object[]) =>
  ok(generation({ id: PARENT, status: 'completed', generated_images: images.map((each) => image(each)) }));

it('an image is compared with its parent while that can be looked at', async () => {
  expect(await canCompare(PARENT, { image: parent({}) })).toBe(true);
  expect(asked).toEqual(['image']);
  expect(await canCompare(PARENT, { image: parent({ url: null }) })).toBe(false);
  expect(await canCompare(PARENT, { image: parent({ status: 'failed' }) })).toBe(false);
  expect(await canCompare(PARENT, { image: parent({ status: 'processing', url: null }) })).toBe(false);
});

it('an image without a parent is compared with nothing, and nothing is asked for', async () => {
  expect(await canCompare(null, { image: parent({}) })).toBe(false);
  expect(asked).toEqual([]);
});

it('where the parent was deleted, the first of its set that is there takes its place', async () => {
  const gone = () => refuse('NOT_FOUND');
  expect(await canCompare(PARENT, { image: gone, rest: () => rest({ status: 'failed' }, DONE) })).toBe(true);
  expect(asked).toEqual(['image', 'generation']);
  expect(await canCompare(PARENT, { image: gone, rest: () => rest({ status: 'failed' }) })).toBe(false);
  expect(await canCompare(PARENT, { image: gone })).toBe(false);
});

it('where the server cannot answer, nothing takes its place', async () => {
  expect(await canCompare(PARENT, { image: () => refuse('INTERNAL_ERROR'), rest: () => rest(DONE) })).toBe(false);
  expect(asked).toEqual(['image']);
});
