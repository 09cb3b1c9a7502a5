import { describe, expect, it } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { galleryItem } from '../../../../test/gallery';
import { galleryActions } from '../../../../test/gallery-actions';
import { openedImage } from '../../../../test/opened-image';
import { renderPart } from '../../../../test/render-part';
import { USER } from '../../../../test/server';
import { GalleryActionsProvider } from '../grid/gallery-actions';
import { DetailsImage } from './details-image';

const nothing = () => undefined;
const place = (number: number) => ({ id: String(number), page: 1, item: galleryItem(number) });

async function show(item: GalleryItem, { zoomed = false, lineage = false } = {}) {
  const viewer = { attach: nothing, zoomable: true, zoomed, toggleZoom: nothing, pan: nothing };
  const page = await renderPart(
    <GalleryActionsProvider value={galleryActions()}>
      <DetailsImage
        opened={openedImage(item, { previous: place(3), next: place(1) })}
        item={item}
        viewer={viewer}
        alone={false}
        lineage={lineage ? { versions: [], ancestors: 0 } : null}
      />
    </GalleryActionsProvider>,
    { user: USER, namespaces: ['gallery', 'work'] },
  );
  return { ...page, files: () => [...document.querySelectorAll('img')].map(({ src }) => new URL(src).pathname) };
}

describe('an open image', () => {
  it('lies between its neighbours, which nobody hears of nor reaches', async () => {
    await show(galleryItem(2));
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Prompt 2']);
    const slots = [...(document.querySelector('[data-strip]')?.children ?? [])] as HTMLElement[];
    expect(slots.map((slot) => [slot.hasAttribute('inert'), slot.ariaHidden, slot.style.transform])).toEqual([
      [true, 'true', 'translateX(-100%)'],
      [false, null, ''],
      [true, 'true', 'translateX(100%)'],
    ]);
    expect(document.querySelectorAll('[data-still]')).toHaveLength(1);
  });

  it('is loaded as it was made once it is looked at closely, and seen when it is there', async () => {
    const { unmount, files } = await show(galleryItem(2));
    expect(files().filter((file) => file === '/api/files/2.png')).toHaveLength(1);
    unmount();
    await show(galleryItem(2), { zoomed: true });
    const original = [...document.querySelectorAll('img')].find(({ className }) => className.includes('invisible'));
    expect(original).toHaveAttribute('src', 'http://localhost/api/files/2.png');
    fireEvent.load(original as HTMLElement);
    expect(original).not.toHaveClass('invisible');
  });

  it('that failed to load is loaded again by a press', async () => {
    await show(galleryItem(2));
    fireEvent.error(screen.getByRole('img', { name: 'Prompt 2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('img', { name: 'Prompt 2' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each([
    [{ url: null }, 'File lost'],
    [{ status: 'failed', url: null, error_code: 'ENGINE_TIMEOUT' }, 'Failed'],
    [{ status: 'pending', url: null }, 'Queued'],
  ] as const)('that is not there (%j) says why', async (part, badge) => {
    await show(galleryItem(2, part));
    expect(screen.getByText(badge)).toBeVisible();
    expect(screen.getByText('Prompt 2')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: 'Prompt 2' })).toBeNull();
  });

  it('makes room for its lineage where there is one', async () => {
    const room = () =>
      document
        .querySelector<HTMLElement>('[data-strip]')
        ?.parentElement?.parentElement?.style.getPropertyValue('--strip');
    const { unmount } = await show(galleryItem(2));
    expect([room(), screen.queryByRole('region', { name: 'Lineage' })]).toEqual(['0px', null]);
    unmount();
    await show(galleryItem(2), { lineage: true });
    expect(room()).toBe('10rem');
    expect(screen.getByRole('region', { name: 'Lineage' })).toBeVisible();
  });
});
