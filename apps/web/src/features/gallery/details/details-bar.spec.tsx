import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from 'radix-ui';
import { galleryItem, imageId } from '../../../../test/gallery';
import { openedImage } from '../../../../test/opened-image';
import { renderPart } from '../../../../test/render-part';
import { USER } from '../../../../test/server';
import { DetailsBar } from './details-bar';
import type { OpenedImage } from './use-opened-image';

const calls = { help: jest.fn(), info: jest.fn(), zoom: jest.fn(), close: jest.fn(), show: jest.fn() };

async function show(opened: OpenedImage, { zoomable = true, zoomed = false, info = true } = {}) {
  for (const call of Object.values(calls)) call.mockReset();
  const nothing = () => undefined;
  const viewer = { attach: nothing, pan: nothing, zoomable, zoomed, toggleZoom: calls.zoom };
  return renderPart(
    <Dialog.Root open>
      <Dialog.Content aria-describedby={undefined}>
        <DetailsBar
          opened={opened}
          viewer={viewer}
          info={{ id: 'the-words', shown: info, toggle: calls.info }}
          onHelp={calls.help}
        />
      </Dialog.Content>
    </Dialog.Root>,
    { user: USER, namespaces: ['gallery'] },
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const place = (number: number) => ({ id: imageId(number), page: 1, item: galleryItem(number) });
const opened = (part: Partial<OpenedImage> = {}) =>
  openedImage(galleryItem(2), { show: calls.show, close: calls.close, ...part });

it('an open image is named by its number, and each of its buttons does what it says', async () => {
  const [previous, next] = [place(3), place(1)];
  await show(opened({ previous, next }));
  expect(screen.getByRole('dialog', { name: 'Details of image No. 0002' })).toBeVisible();
  for (const [name, call] of [
    ['Keyboard shortcuts', calls.help],
    ['Details and actions', calls.info],
    ['Zoom in', calls.zoom],
    ['Close', calls.close],
  ] as const) {
    await userEvent.click(button(name));
    expect(call).toHaveBeenCalledTimes(1);
  }
  await userEvent.click(button('Previous image'));
  await userEvent.click(button('Next image'));
  expect(calls.show.mock.calls).toEqual([[previous], [next]]);
});

it('at the ends of a list there is nothing to turn to, and the arrow keeps the focus', async () => {
  await show(opened());
  for (const name of ['Previous image', 'Next image']) {
    await userEvent.click(button(name));
    expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    expect(button(name)).toHaveFocus();
  }
  expect(calls.show).not.toHaveBeenCalled();
});

it('the words beside the image are said to be there or not', async () => {
  const { unmount } = await show(opened());
  expect(button('Details and actions')).toHaveAttribute('aria-expanded', 'true');
  expect(button('Details and actions')).toHaveAttribute('aria-controls', 'the-words');
  unmount();
  await show(opened(), { info: false });
  expect(button('Details and actions')).toHaveAttribute('aria-expanded', 'false');
});

it('an image that is looked at closely can be shown whole again; one that is not there not at all', async () => {
  const { unmount } = await show(opened(), { zoomed: true });
  expect(button('Show the whole image')).toBeEnabled();
  unmount();
  await show(openedImage(null), { zoomable: false });
  expect(button('Zoom in')).toBeDisabled();
  expect(screen.getByRole('dialog', { name: 'Details of image' })).toBeVisible();
});
