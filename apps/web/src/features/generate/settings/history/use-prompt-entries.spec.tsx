import { beforeEach, describe, expect, it } from '@jest/globals';
import { PROMPTS_PAGE_SIZE, SEARCH_MAX } from '@app/contracts';
import { act, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { useEffect, useState } from 'react';
import { generation } from '../../../../../test/generations';
import { renderPart } from '../../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../../test/server';
import { usePromptEntries, type PromptEntries } from './use-prompt-entries';

const server = startServer();

const entry = (prompt: string, negative_prompt: string | null = null, last_used_at = '2026-11-19T08:00:00.000Z') => ({
  prompt,
  negative_prompt,
  last_used_at,
});

/** The first page of the history; `total` counts those on later pages too. */
let page: { data: ReturnType<typeof entry>[]; total: number };
let found: ReturnType<typeof entry>[];
let searches: (string | null)[];
let failing: 'history' | 'search' | null;
let held: Promise<void>;

beforeEach(() => {
  page = { data: [], total: 0 };
  [found, searches, failing, first] = [[], [], null, null];
  held = Promise.resolve();
  server.use(
    http.get(`${API}/images/prompts`, ({ request }) =>
      failing === 'history'
        ? refuse('SERVICE_UNAVAILABLE')
        : ok({ ...page, page: Number(new URL(request.url).searchParams.get('page')), limit: PROMPTS_PAGE_SIZE }),
    ),
    http.get(`${API}/images/generations`, async ({ request }) => {
      searches.push(new URL(request.url).searchParams.get('q'));
      await held;
      const data = found.map((each) => generation({ ...each, created_at: each.last_used_at }));
      return failing === 'search' ? refuse('INTERNAL_ERROR') : ok({ data, page: 1, limit: 50, total: data.length });
    }),
  );
});

let first: PromptEntries | null;
let latest: PromptEntries;
let ask: (query: string) => void;
function Probe({ start }: { start: string }) {
  const [query, setQuery] = useState(start);
  const entries = usePromptEntries(query);
  useEffect(() => {
    ask = setQuery;
    latest = entries;
    first ??= entries;
  }, [entries]);
  return null;
}

const rest = () => waitFor(() => expect(latest.busy).toBe(false));
const prompts = () => latest.found?.map(({ prompt }) => prompt);
async function open(query = '') {
  await renderPart(<Probe start={query} />, { user: USER, namespaces: [] });
  await rest();
}
const search = async (query: string) => {
  act(() => ask(query));
  await rest();
};

describe('what is loaded', () => {
  it('is unknown at first, then listed as the server orders it; the same words with others left out stand apart', async () => {
    page = { data: [entry('fox', 'snow'), entry('owl'), entry('fox', 'rain'), entry('fox')], total: 4 };
    await open();
    expect(first).toMatchObject({ found: null, busy: true });
    expect(latest.found).toEqual(page.data);
    expect([latest.more, latest.error, searches]).toEqual([null, undefined, []]);
  });

  it('is narrowed by every word of a query, in any order and case, around any space', async () => {
    page = { data: [entry('A Red Fox'), entry('a red owl'), entry('a grey fox')], total: 3 };
    await open('  FOX   red ');
    expect(prompts()).toEqual(['A Red Fox']);
    expect(searches).toEqual([]);
  });

  it('goes on where there is more, except in a search, which covers it anyhow', async () => {
    page = { data: [entry('fox')], total: PROMPTS_PAGE_SIZE + 1 };
    await open();
    expect(searches).toEqual([]);
    page = { data: [entry('owl')], total: PROMPTS_PAGE_SIZE + 1 };
    act(() => latest.more?.());
    await waitFor(() => expect(prompts()).toEqual(['fox', 'owl']));
    await rest();
    expect(latest.more).toBeNull();
  });
});

describe('a search in a history that is not loaded to its end', () => {
  beforeEach(() => {
    page = { data: [entry('red fox'), entry('foxglove'), entry('owl')], total: PROMPTS_PAGE_SIZE + 1 };
  });

  it('asks once the query rests, and tells that it is busy from the first letter to the answer', async () => {
    let answer = () => {};
    held = new Promise<void>((resolve) => (answer = resolve));
    await open();
    act(() => ask('fo'));
    expect([latest.busy, latest.more, prompts()]).toEqual([true, null, ['red fox', 'foxglove']]);
    act(() => ask('fox'));
    await waitFor(() => expect(searches).toEqual(['fox']));
    expect(latest.busy).toBe(true);
    answer();
    await rest();
    expect(searches).toEqual(['fox']);
  });

  it('lists what is near first and each wording once, as it was used last', async () => {
    const [near, old] = ['2026-11-19T08:00:00.000Z', '2026-01-01T08:00:00.000Z'];
    found = [entry('red fox', null, old), entry('my fox'), entry('old fox', null, near), entry('my fox', null, old)];
    await open();
    await search('fox');
    expect(latest.found).toEqual([entry('red fox'), entry('foxglove'), entry('my fox'), entry('old fox', null, near)]);
    await search('');
    expect(prompts()).toEqual(['red fox', 'foxglove', 'owl']);
  });

  it('asks for no more letters than a search may have', async () => {
    await open();
    await search('f'.repeat(SEARCH_MAX + 1));
    expect(searches).toEqual(['f'.repeat(SEARCH_MAX)]);
  });
});

describe('what failed', () => {
  it('is the history, which is asked for again', async () => {
    failing = 'history';
    await open();
    expect(latest.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(latest.found).toBeNull();
    failing = null;
    page = { data: [entry('fox')], total: 1 };
    act(() => latest.retry());
    await waitFor(() => expect(prompts()).toEqual(['fox']));
    expect(latest.error).toBeUndefined();
  });

  it('is the search, which is asked again', async () => {
    page = { data: [entry('owl')], total: PROMPTS_PAGE_SIZE + 1 };
    failing = 'search';
    await open();
    await search('fox');
    expect(latest.error).toMatchObject({ code: 'INTERNAL_ERROR' });
    failing = null;
    found = [entry('fox')];
    const before = searches.length;
    act(() => latest.retry());
    await waitFor(() => expect(prompts()).toEqual(['fox']));
    expect(searches).toHaveLength(before + 1);
  });
});
