import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { renderPart } from '../../../../test/render-part';
import { ActiveFilters } from './active-filters';
import { useGalleryView } from './use-gallery-view';

function Page() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Gallery
      </h1>
      <ActiveFilters {...useGalleryView()} heading={heading} />
    </>
  );
}
const open = (path: string) => renderPart(<Page />, { user: null, namespaces: ['gallery', 'options'], path });
const button = (name: string) => screen.getByRole('button', { name });
const press = async (name: string) => {
  act(() => button(name).focus());
  await userEvent.keyboard('{Enter}');
};

it('a filter that is taken away with the keyboard leaves the focus to the next, and the last one to the heading', async () => {
  const { place } = await open('/gallery?q=fox&group=anime&fav=1');
  await press('Remove: “fox”');
  await waitFor(() => expect(place()).toBe('/gallery?group=anime&fav=1'));
  expect(button('Remove: Anime')).toHaveFocus();
  await press('Remove: Favorites only');
  await waitFor(() => expect(place()).toBe('/gallery?group=anime'));
  expect(button('Clear filters')).toHaveFocus();
  await press('Remove: Anime');
  await waitFor(() => expect(place()).toBe('/gallery'));
  expect(screen.getByRole('heading', { name: 'Gallery' })).toHaveFocus();
  expect(screen.queryByRole('list')).toBeNull();
});

it('clearing all filters leaves the focus to the heading', async () => {
  const { place } = await open('/gallery?group=anime&fav=1&sort=oldest');
  await press('Clear filters');
  await waitFor(() => expect(place()).toBe('/gallery?sort=oldest'));
  expect(screen.getByRole('heading', { name: 'Gallery' })).toHaveFocus();
});
