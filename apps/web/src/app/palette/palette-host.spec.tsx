import { beforeEach, expect, it } from '@jest/globals';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPart } from '../../../test/render-part';
import { startServer } from '../../../test/server';
import { usePalette } from './palette-host';

startServer();

function Host() {
  const { open, palette } = usePalette();
  return (
    <>
      <button type="button" onClick={open}>
        Open
      </button>
      {palette}
    </>
  );
}

const palette = () => document.querySelector('[data-palette]');
/** Whether the browser was kept from what it does with the key. */
function press(part: KeyboardEventInit): boolean {
  const event = createEvent.keyDown(document.body, part);
  fireEvent(document.body, event);
  return event.defaultPrevented;
}

beforeEach(() => renderPart(<Host />, { user: null, namespaces: [] }).then(() => undefined));

it.each([{ ctrlKey: true }, { metaKey: true }])('%j with K opens the palette and closes it again', async (held) => {
  expect(palette()).toBeNull();
  expect(press({ key: 'k', ...held })).toBe(true);
  await waitFor(() => expect(palette()).not.toBeNull());
  expect(press({ key: 'K', ...held })).toBe(true);
  expect(palette()).toBeNull();
});

it.each([
  { key: 'k' },
  { key: 'j', ctrlKey: true },
  { key: 'k', ctrlKey: true, altKey: true },
  { key: 'k', metaKey: true, shiftKey: true },
  { key: 'k', ctrlKey: true, isComposing: true },
])('%j is left to the page', async (part) => {
  expect(press(part)).toBe(false);
  await act(async () => undefined);
  expect(palette()).toBeNull();
});

it('what another dialog asks comes first', () => {
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  expect(press({ key: 'k', ctrlKey: true })).toBe(false);
  dialog.remove();
  expect(press({ key: 'k', ctrlKey: true })).toBe(true);
});

it('a press opens it too', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(palette()).not.toBeNull());
});
