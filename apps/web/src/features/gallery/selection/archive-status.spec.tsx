import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../test/render-part';
import { USER } from '../../../../test/server';
import { clientError } from '../../../api/client/api-error';
import { cancelArchive, closeArchive } from './archive-job';
import { ArchiveStatus } from './archive-status';
import { archiveJob, setArchiveJob, useOwnArchive, type ArchiveJob } from './archive-store';

const WANTED = { owner: USER.id, ids: ['a', 'b', 'c', 'd'] };
const PACKING = { ...WANTED, step: 'packing', images: 0, bytes: 0 } as const;
const SAVED = { ...WANTED, step: 'saved', images: 4, bytes: 2_500_000 } as const;

async function show(job: ArchiveJob) {
  setArchiveJob(job);
  return renderPart(<ArchiveStatus job={job} />, { user: USER, namespaces: ['gallery'] });
}
/** In the gallery, below the button that begins to select. */
function Gallery() {
  const job = useOwnArchive();
  return (
    <>
      <button type="button" data-select="">
        Select
      </button>
      {job ? <ArchiveStatus job={job} /> : null}
    </>
  );
}
const buttons = () =>
  screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

afterEach(() => act(() => setArchiveJob(null)));

describe('an archive', () => {
  it.each<[string, ArchiveJob, string | RegExp, string[]]>([
    ['is packed', PACKING, 'Packing 4 images', ['Cancel']],
    ['waits', { ...WANTED, step: 'waiting' }, /^Another export of yours is still running\./, ['Cancel']],
    ['is handed to the browser', { ...WANTED, step: 'handing' }, /^Your browser has taken over the ZIP/, []],
    ['is left to the browser', { ...WANTED, step: 'handed' }, /^Your browser is downloading 4 images/, ['Close']],
    ['is whole', SAVED, 'ZIP with 4 images saved (2.5 MB)', ['Close']],
    ['lacks some', { ...SAVED, images: 3 }, /^ZIP with 3 of 4 images saved\./, ['Close']],
    ['was cancelled', { ...WANTED, step: 'cancelled' }, 'Download cancelled, nothing was saved.', ['Close']],
    [
      'has not begun',
      { ...WANTED, step: 'failed', error: clientError('DOWNLOAD_NOT_BEGUN') },
      /^The ZIP was not downloaded\. The download did not start/,
      ['Try again', 'Close'],
    ],
    [
      'has failed',
      { ...WANTED, step: 'failed', error: clientError('NETWORK') },
      /^The ZIP was not downloaded\. Network/,
      ['Try again', 'Close'],
    ],
  ])('that %s says so, with what can be done', async (_, job, text, names) => {
    await show(job);
    const said = screen.getByRole('region', { name: 'ZIP download' }).querySelector('[role="status"]')?.textContent;
    if (typeof text === 'string') expect(said).toBe(text);
    else expect(said).toMatch(text);
    expect(buttons()).toEqual(names);
    expect(screen.queryByRole('progressbar') !== null).toBe(job.step === 'packing');
  });

  it('tells how far it is once the first image has come', async () => {
    const { unmount } = await show(PACKING);
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
    expect(screen.getByText('0 of 4')).toBeVisible();
    unmount();
    await show({ ...PACKING, images: 1, bytes: 600_000 });
    expect(screen.getByRole('progressbar', { name: 'Packing 4 images' })).toHaveAttribute('aria-valuenow', '25');
    expect(screen.getByText('1 of 4 · 600 kB')).toBeVisible();
  });

  it('that is on its way cannot be put out of sight, nor one that the browser has, or that is over, be cancelled', () => {
    const others = (['waiting', 'handing'] as const).map((step) => ({ ...WANTED, step }));
    for (const job of [PACKING, ...others]) {
      setArchiveJob(job);
      closeArchive();
      expect(archiveJob()).toEqual(job);
    }
    for (const job of [{ ...WANTED, step: 'handing' } as const, SAVED]) {
      setArchiveJob(job);
      cancelArchive();
      expect(archiveJob()).toEqual(job);
    }
  });

  it('is cancelled, and what came of it is closed', async () => {
    await show(PACKING);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(archiveJob()).toEqual({ ...WANTED, step: 'cancelled' });
    await show(SAVED);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(archiveJob()).toBeNull();
  });
});

describe('the focus', () => {
  const region = () => screen.getByRole('region', { name: 'ZIP download' });
  const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
  const open = async (job: ArchiveJob) => {
    setArchiveJob(job);
    await renderPart(<Gallery />, { user: USER, namespaces: ['gallery'] });
  };

  it('stays at the archive when it is cancelled, and goes to "Select" when it is closed', async () => {
    await open(PACKING);
    focus('Cancel');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(region()).toHaveFocus());
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.getByRole('button', { name: 'Select' })).toHaveFocus();
  });

  it('stays at the archive when there is nothing to cancel any more', async () => {
    await open(PACKING);
    focus('Cancel');
    act(() => setArchiveJob(SAVED));
    await waitFor(() => expect(region()).toHaveFocus());
  });

  it('is left alone where somebody looks at something else', async () => {
    await open(PACKING);
    focus('Select');
    act(() => setArchiveJob(SAVED));
    await act(async () => undefined);
    expect(screen.getByRole('button', { name: 'Select' })).toHaveFocus();
  });
});
