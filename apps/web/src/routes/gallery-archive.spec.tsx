import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { galleryItems, imageId } from '../../test/gallery';
import { sheet, startGallery } from '../../test/gallery-page';
import { fakeTimers } from '../../test/generate-page';
import { passUntil } from '../../test/pass-until';
import { deferredAnswer } from '../../test/deferred-answer';
import { API, USER, ok, refuse, startServer } from '../../test/server';
import { PACKED_HERE, cancelArchive, closeArchive, startArchive } from '../features/gallery/selection/archive-job';

const server = startServer();
const world = startGallery(server);

/** How an image begins in an archive, see `zip-entries.ts`. */
const ENTRY = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08, 0x00, 0x00];
const images = (count: number) => new Uint8Array(Array.from({ length: count }, () => [...ENTRY, 7, 7, 7]).flat());

/** Files that were saved by the page, and addresses that were left to the browser. */
let saved: { name: string; size: number }[];
let left: string[];
let archive: ReadableStreamDefaultController<Uint8Array> | undefined;
let aborted: boolean;

beforeEach(() => {
  [saved, left, aborted, archive] = [[], [], false, undefined];
  const files: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${files.push(blob as Blob) - 1}`;
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files[Number(this.href.slice('blob:'.length))];
    if (file) saved.push({ name: this.download, size: file.size });
    else left.push(this.pathname);
  });
  server.use(
    http.get(`${API}/images/exports/a-ticket`, ({ request }) => {
      request.signal.addEventListener('abort', () => {
        aborted = true;
      });
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          archive = controller;
        },
      });
      return new HttpResponse(body, {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="images-2026-11-20.zip"',
        },
      });
    }),
  );
});
afterEach(() => {
  cancelArchive();
  closeArchive();
  jest.restoreAllMocks();
});

/** The archive, once the page reads it. */
const opened = () =>
  waitFor(() => {
    if (!archive) throw new Error('The archive has not been asked for');
    return archive;
  });
const panel = () => screen.findByRole('region', { name: 'ZIP download' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const begin = async (count = 3) => {
  await world.open();
  await sheet();
  await press('Select');
  for (let number = 14; number > 14 - count; number -= 1) {
    await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^Prompt ${number},`) }));
  }
  await press('Download ZIP');
};

/** As a press on the button hands it over. */
const hand = async (before: () => unknown = () => undefined) => {
  await world.open();
  await sheet();
  before();
  act(() => void startArchive({ owner: USER.id, ids: [14, 13, 12].map(imageId) }));
};

describe('an archive of selected images', () => {
  it('tells how many images have come and how much that is, and is saved when it is whole', async () => {
    world.items = galleryItems(14)
      .slice(0, 4)
      .map((item) => (item.frame_number === 13 ? { ...item, status: 'failed' } : item));
    await begin(4);
    expect(within(await panel()).getByRole('status')).toHaveTextContent('Packing 3 images');
    await waitFor(() => expect(world.archives).toHaveLength(1));
    expect(world.archives).toEqual([{ format: 'zip', image_ids: [imageId(14), imageId(12), imageId(11)] }]);
    const stream = await opened();
    stream.enqueue(images(2));
    expect(await screen.findByText('1 of 3 · 0 kB')).toBeVisible();
    expect(within(await panel()).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
    expect(saved).toEqual([]);
    stream.enqueue(images(1));
    stream.close();
    expect(await screen.findByText('ZIP with 3 images saved (0 kB)')).toBeVisible();
    expect(saved).toEqual([{ name: 'images-2026-11-20.zip', size: 39 }]);
    await press('Close');
    expect(screen.queryByRole('region', { name: 'ZIP download' })).toBeNull();
  });

  it('goes on when selecting ends, and says what was left out of it', async () => {
    await begin(3);
    await panel();
    await userEvent.keyboard('{Escape}');
    const stream = await opened();
    stream.enqueue(images(2));
    stream.close();
    expect(
      await screen.findByText('ZIP with 2 of 3 images saved. Its manifest.json says what is missing.'),
    ).toBeVisible();
  });

  it('can be cancelled: the server is told, nothing is saved, and the page warns no more of leaving', async () => {
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await hand();
    await panel();
    expect(leaving()).toBe(true);
    await waitFor(() => expect(world.archives).toHaveLength(1));
    await press('Cancel');
    expect(await screen.findByText('Download cancelled, nothing was saved.')).toBeVisible();
    expect(leaving()).toBe(false);
    await waitFor(() => expect(aborted).toBe(true));
    expect(saved).toEqual([]);
  });

  it('that breaks off is not saved, and is begun anew when asked', async () => {
    await hand();
    await waitFor(() => expect(world.archives).toHaveLength(1));
    const stream = await opened();
    stream.error(new Error('the line is down'));
    expect(await screen.findByText(/^The ZIP was not downloaded\. Network connection failed/)).toBeVisible();
    expect(saved).toEqual([]);
    await press('Try again');
    await waitFor(() => expect(world.archives).toHaveLength(2));
    expect(within(await panel()).getByRole('status')).toHaveTextContent('Packing 3 images');
  });

  it('waits while another export of the same person runs, and begins by itself', async () => {
    server.use(http.get(`${API}/images/exports/a-ticket`, () => refuse('EXPORT_RUNNING'), { once: true }));
    await hand(fakeTimers);
    await passUntil(() => screen.queryByText(/^Another export of yours is still running\./) !== null);
    expect(screen.queryByText('Packing 3 images')).toBeNull();
    await passUntil(() => screen.queryByText('Packing 3 images') !== null);
    const stream = await opened();
    stream.enqueue(images(3));
    stream.close();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(world.archives).toHaveLength(1);
  });

  it('is told about when it cannot begin', async () => {
    server.use(http.post(`${API}/images/exports`, () => refuse('RATE_LIMITED')));
    await hand();
    expect(await screen.findByText(/^The ZIP was not downloaded\. Too many requests/)).toBeVisible();
  });

  it('is not offered without a network', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await world.open();
    await sheet();
    await press('Select');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Prompt 14,/ }));
    expect(screen.getByRole('button', { name: 'Download ZIP' })).toBeDisabled();
  });
});

describe('many images', () => {
  let isBegun: boolean;
  beforeEach(() => {
    isBegun = false;
    server.use(
      http.head(`${API}/images/exports/a-ticket`, () => (isBegun ? refuse('TICKET_USED') : new HttpResponse())),
    );
  });
  // What is selected is handed over as above: as many cards would show nothing more.
  const ids = galleryItems(PACKED_HERE + 1).map(({ id }) => id);
  const beginMany = async () => {
    await world.open();
    await sheet();
    act(() => void startArchive({ owner: USER.id, ids }));
  };

  it('are left to the downloads of the browser, once its ticket is spent', async () => {
    await beginMany();
    await waitFor(() => expect(left).toEqual(['/api/images/exports/a-ticket']));
    isBegun = true;
    expect(await screen.findByText(/^Your browser is downloading 101 images as a ZIP\./)).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('can be cancelled until the browser has their address, and from then on only there', async () => {
    const answer = deferredAnswer();
    server.use(
      http.post(`${API}/images/exports`, () => answer.given.then(() => ok({ url: '/api/images/exports/a-ticket' }))),
    );
    await beginMany();
    await panel();
    await press('Cancel');
    expect(await screen.findByText('Download cancelled, nothing was saved.')).toBeVisible();
    act(() => void startArchive({ owner: USER.id, ids }));
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeEnabled();
    answer.give();
    expect(await screen.findByText(/^Your browser has taken over the ZIP with 101 images/)).toBeVisible();
    expect(left).toEqual(['/api/images/exports/a-ticket']);
    expect(within(await panel()).queryAllByRole('button')).toEqual([]);
    act(() => cancelArchive());
    isBegun = true;
    expect(await screen.findByText(/^Your browser is downloading 101 images as a ZIP\./)).toBeVisible();
  });
});
