import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPart } from '../../../test/render-part';
import { LOCAL_VALUES, TAB_VALUES } from '../../shared/storage/stored-values';
import { StoredValues } from './stored-values';

it('names everything that a browser keeps: where, what for and how long', async () => {
  await renderPart(<StoredValues about="Storage" />, { user: null, namespaces: ['info'] });
  const [head = [], ...rows] = screen
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(head).toEqual(['Name', 'Where', 'What for', 'How long']);
  const names = [...Object.keys(LOCAL_VALUES), ...Object.keys(TAB_VALUES)];
  expect(rows.map(([name]) => name)).toEqual(names);
  expect(rows).toContainEqual(['locale', 'local storage', 'your language', 'until you clear it']);
  const draft = ['prompt_draft', 'session storage', 'the prompt that you have begun', 'until you close the tab'];
  expect(rows).toContainEqual(draft);
  expect(rows.flat().filter((text) => text === '' || text?.startsWith('storage.'))).toEqual([]);
});
