import { expect, it } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { galleryItem } from '../../../../test/gallery';
import { renderPart } from '../../../../test/render-part';
import { TurnedStatus } from './turned-status';

it('an image that is turned to is told, by its number, its prompt and what became of it; the first one is not', async () => {
  const turn: { to: (item: GalleryItem) => void } = { to: () => undefined };
  function Details() {
    const [item, setItem] = useState(galleryItem(3));
    turn.to = setItem;
    return <TurnedStatus item={item} />;
  }
  await renderPart(<Details />, { user: null, namespaces: ['gallery'] });
  const told = screen.getByRole('status');
  expect(told).toBeEmptyDOMElement();
  for (const [item, text] of [
    [galleryItem(2), 'No. 0002: Prompt 2'],
    [galleryItem(1, { status: 'failed', url: null }), 'No. 0001: Prompt 1, Failed'],
    [galleryItem(2), 'No. 0002: Prompt 2'],
    [galleryItem(3), 'No. 0003: Prompt 3'],
  ] as const) {
    act(() => turn.to(item));
    expect(told.textContent).toBe(text);
  }
});
