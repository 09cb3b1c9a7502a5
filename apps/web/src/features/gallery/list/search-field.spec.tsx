import { expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderPart } from '../../../../test/render-part';
import { SearchField } from './search-field';

const onSearch = jest.fn<(text: string) => void>();
let arrive: (text: string) => void;

/** The address, which follows when a spec says so. */
function Page() {
  const [value, setValue] = useState('');
  useEffect(() => {
    arrive = setValue;
  }, []);
  return <SearchField id="search" className="" value={value} onSearch={onSearch} onFocus={() => undefined} />;
}
async function open(): Promise<HTMLElement> {
  onSearch.mockClear();
  await renderPart(<Page />, { user: null, namespaces: ['gallery'] });
  return screen.getByRole('textbox', { name: 'Search prompts' });
}
const searches = () => onSearch.mock.calls.flat();
const type = (field: HTMLElement, text: string, key = ''): void => {
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key });
};

it('a search waits for a pause in typing', async () => {
  const field = await open();
  for (const text of ['f', 'fo', 'fox']) type(field, text);
  expect(searches()).toEqual([]);
  await waitFor(() => expect(searches()).toEqual(['fox']));
});

it('nothing is searched for while an input method is open, and what it was used for afterwards', async () => {
  const field = await open();
  fireEvent.compositionStart(field);
  fireEvent.change(field, { target: { value: "shan'shui" } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(searches()).toEqual([]);
  fireEvent.change(field, { target: { value: '山水' } });
  fireEvent.compositionEnd(field);
  await waitFor(() => expect(searches()).toEqual(['山水']));
});

it('what is typed while a search is on its way is kept, and searched for', async () => {
  const field = await open();
  type(field, 'fox');
  await waitFor(() => expect(searches()).toEqual(['fox']));
  type(field, 'fox in snow');
  act(() => arrive('fox'));
  expect(field).toHaveValue('fox in snow');
  await waitFor(() => expect(searches()).toEqual(['fox', 'fox in snow']));
});

it('a search that another has overtaken leaves the field alone, too', async () => {
  const field = await open();
  type(field, 'fox', 'Enter');
  type(field, 'fox in snow', 'Enter');
  act(() => arrive('fox'));
  expect(field).toHaveValue('fox in snow');
  act(() => arrive('fox in snow'));
  expect(field).toHaveValue('fox in snow');
  expect(searches()).toEqual(['fox', 'fox in snow']);
});

it('what is typed right after clearing is kept', async () => {
  const field = await open();
  act(() => arrive('fox'));
  fireEvent.keyDown(field, { key: 'Escape' });
  type(field, 'owl');
  act(() => arrive(''));
  expect(field).toHaveValue('owl');
});

it('the same search is asked for once, and fills the field when Forward leads back to it', async () => {
  const field = await open();
  type(field, 'fox', 'Enter');
  fireEvent.keyDown(field, { key: 'Enter' });
  act(() => arrive('fox'));
  act(() => arrive(''));
  act(() => arrive('fox'));
  expect(field).toHaveValue('fox');
  expect(searches()).toEqual(['fox']);
});

it('another address fills the field, also with what was searched for before', async () => {
  const field = await open();
  type(field, 'fox', 'Enter');
  act(() => arrive('fox'));
  act(() => arrive(''));
  expect(field).toHaveValue('');
  act(() => arrive('fox'));
  expect(field).toHaveValue('fox');
});
