import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { startServer } from '../../test/server';
import { LOCAL_VALUES, TAB_VALUES } from '../shared/storage/stored-values';

startServer();
let app: Awaited<ReturnType<typeof openApp>> | undefined;
afterEach(() => app?.close());

const SOURCE = join(__dirname, '..');
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path),
);

describe('the cookies page', () => {
  it.each(['/cookies', '/zh/cookies'])('lists everything that the app stores in a browser (%s)', async (path) => {
    setBrowserLanguages(['en-US']);
    app = await openApp(path);
    await screen.findByRole('heading', { level: 1 });
    const listed = screen.getAllByRole('row').flatMap((row) => row.querySelector('td code')?.textContent ?? []);
    expect(listed).toEqual(expect.arrayContaining([...Object.keys(LOCAL_VALUES), ...Object.keys(TAB_VALUES)]));
    const texts = screen.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(texts.filter((text) => text === '' || /^(storage\.|info:)/.test(text))).toEqual([]);
  });

  it('knows every place that stores something: the typed functions are the only way', () => {
    const direct = sources.filter((path) =>
      /\b(localStorage|sessionStorage|document\.cookie)\b/.test(readFileSync(join(SOURCE, path), 'utf8')),
    );
    expect(direct.toSorted()).toEqual([
      'shared/storage/local-storage.ts',
      'shared/storage/prompt-draft.ts',
      'shared/storage/tab-storage.ts',
    ]);
  });
});
