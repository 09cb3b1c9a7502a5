import { beforeEach, describe, expect, it } from '@jest/globals';
import { SEARCH_MAX, type User } from '@app/contracts';
import { act, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { useEffect, useState } from 'react';
import { galleryItem } from '../../../test/gallery';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, startServer } from '../../../test/server';
import { useFoundImages } from './use-found-images';

const server = startServer();
let asked: Record<string, string>[];

beforeEach(() => {
  asked = [];
  server.use(
    http.get(`${API}/images`, ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(query);
      return ok({ data: [galleryItem(1, { prompt: query['q'] ?? 'the latest' })], page: 1, limit: 5, total: 1 });
    }),
  );
});

let found: readonly string[];
let type: (text: string) => void;
function Probe({ first }: { first: string }) {
  const [typed, setTyped] = useState(first);
  const images = useFoundImages(typed);
  useEffect(() => {
    found = images.map(({ prompt }) => prompt);
    type = setTyped;
  }, [images]);
  return null;
}
const open = (first = '', user: User | null = USER) => renderPart(<Probe first={first} />, { user, namespaces: [] });

describe('the images that the palette finds', () => {
  it('are the latest five, and those of a text once it rests; none of an earlier text meanwhile', async () => {
    await open();
    expect(found).toEqual([]);
    await waitFor(() => expect(found).toEqual(['the latest']));
    act(() => type(' fo'));
    expect(found).toEqual([]);
    act(() => type(' fox '));
    await waitFor(() => expect(found).toEqual(['fox']));
    expect(asked).toEqual([
      { page: '1', limit: '5' },
      { page: '1', limit: '5', q: 'fox' },
    ]);
  });

  it('are asked for with no more letters than a search may have', async () => {
    await open('f'.repeat(SEARCH_MAX + 1));
    await waitFor(() => expect(found).toEqual(['f'.repeat(SEARCH_MAX)]));
  });

  it('are none for a visitor', async () => {
    await open('', null);
    await act(async () => undefined);
    expect([found, asked]).toEqual([[], []]);
  });
});
