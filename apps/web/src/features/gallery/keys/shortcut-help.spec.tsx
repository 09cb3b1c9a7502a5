import { afterEach, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../test/render-part';
import { ShortcutHelp } from './shortcut-help';

afterEach(() => {
  jest.restoreAllMocks();
});

const onClose = jest.fn<() => void>();
async function show() {
  await renderPart(<ShortcutHelp open onClose={onClose} />, { user: null, namespaces: ['gallery'] });
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
}
/** The keys of the list, by what they do. */
const keys = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => {
      const caps = term.nextElementSibling?.querySelectorAll('kbd') ?? [];
      return [term.textContent, [...caps].map(({ textContent }) => textContent).join(' ')];
    }),
  );

it('the list of keys names every key with what it does', async () => {
  await show();
  expect(keys()).toEqual({
    'Commands and search': 'Ctrl K',
    'Move through the images': '← ↑ ↓ →',
    Open: 'Enter',
    Select: 'X',
    'Select all shown': 'Ctrl A',
    Search: '/',
    'Add to or remove from favorites': 'F',
    Download: 'D',
    'Delete (asks first)': 'Delete',
    'Undo the deletion': 'Ctrl Z',
    'Previous, next': '← →',
    'Zoom in, or show the whole': 'Z',
    'Look around in it': '← ↑ ↓ →',
    'Show or hide details and actions': 'I',
    Close: 'Esc',
    'Show this list': '?',
  });
  const groups = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(groups).toEqual(['Everywhere', 'In the gallery', 'On an image', 'While an image is open']);
});

it('on a Mac the list of keys names Command', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
  await show();
  expect(keys()).toMatchObject({ 'Commands and search': '⌘ K', 'Undo the deletion': '⌘ Z' });
});

it('the list of keys says whether single keys work, keeps what is chosen, and closes by Escape', async () => {
  await show();
  const single = screen.getByRole('switch', { name: /^Single-key shortcuts/ });
  expect(single).toBeChecked();
  await userEvent.click(single);
  expect(single).not.toBeChecked();
  expect(window.localStorage.getItem('single_key_shortcuts')).toBe('off');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
