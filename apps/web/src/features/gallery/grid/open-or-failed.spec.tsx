import { describe, expect, it, jest } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { act, screen } from '@testing-library/react';
import { galleryItem } from '../../../../test/gallery';
import { renderPart } from '../../../../test/render-part';
import { USER } from '../../../../test/server';
import { progressReceived } from '../../../entities/generation/generation-jobs';
import { DayHeading } from './day-heading';
import { OpenOrFailed } from './open-or-failed';

const options = { user: USER, namespaces: ['gallery'] } as const;

describe('an image on its way', () => {
  const show = async (status: GalleryItem['status']) => {
    const item = galleryItem(1, { status, url: null });
    const { store } = await renderPart(<OpenOrFailed item={item} label="A fox" />, options);
    const report = { generation_id: item.generation_id, image_id: item.id, stage: 'drawing', fraction: 0.5 } as const;
    return (preview: string | null) => act(() => void store.dispatch(progressReceived({ ...report, preview })));
  };
  const preview = () => screen.queryByRole('presentation')?.getAttribute('src') ?? null;

  it('waits until its status or its progress says that it was begun, and shows what is there of it', async () => {
    const tell = await show('pending');
    expect(screen.getByText('A fox')).toBeInTheDocument();
    expect(screen.getByText('Queued')).toBeVisible();
    tell(null);
    expect(screen.getByText('Generating')).toBeVisible();
    expect(preview()).toBeNull();
    tell('data:image/webp;base64,AAAA');
    expect(preview()).toBe('data:image/webp;base64,AAAA');
  });

  it('is in progress by its status alone', async () => {
    await show('processing');
    expect(screen.getByText('Generating')).toBeVisible();
  });
});

describe('the heading of a day', () => {
  const show = (created_at: string, endsRow: boolean) =>
    renderPart(
      <ul>
        <DayHeading row={0} item={galleryItem(1, { created_at })} endsRow={endsRow} />
      </ul>,
      options,
    );

  const heading = () => screen.getByRole('heading', { level: 2 }).textContent;

  it('names the day, and today first as such', async () => {
    const { unmount } = await show('2025-03-07T12:00:00.000Z', true);
    expect(heading()).toBe('Friday, March 7, 2025');
    expect(screen.queryByText('Today')).toBeNull();
    unmount();
    const now = new Date();
    await show(now.toISOString(), true);
    expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
    expect(screen.getByRole('listitem').textContent).not.toBe('Today');
  });

  it('follows the calendar in a tab that stays open, and names a year that is over', async () => {
    jest.useFakeTimers({ now: new Date(2026, 11, 31, 23, 58) });
    try {
      await show(new Date(2026, 11, 31, 12).toISOString(), true);
      expect(heading()).toBe('Today');
      expect(screen.getByText('Thursday, December 31')).toBeVisible();
      act(() => jest.advanceTimersByTime(3 * 60_000));
      expect(heading()).toBe('Thursday, December 31, 2026');
    } finally {
      jest.useRealTimers();
    }
  });

  it('ends the row of the day above, where there is one', async () => {
    const { unmount } = await show('2025-03-07T12:00:00.000Z', false);
    expect(screen.getByRole('list').children).toHaveLength(1);
    unmount();
    await show('2025-03-07T12:00:00.000Z', true);
    expect(screen.getByRole('list').children).toHaveLength(2);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
});
