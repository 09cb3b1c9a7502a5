import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { toast } from 'sonner';
import { renderKit } from '../../../test/render-kit';
import { loadNamespaces } from '../../shared/i18n/i18n';
import { API, refuse, startServer } from '../../../test/server';
import { Button } from '../../shared/ui/actions/button';
import { ToastHost } from '../../shared/ui/overlays/toast-host';
import { useCopyImage } from './use-copy-image';

const server = startServer();
const ID = '7a1f0c1e-0000-4000-8000-00000000000a';

let formats: (string | null)[];
let written: { type: string; text: string }[];
let refusal: DOMException | null;
let clipboardNow: unknown;
let itemClassNow: unknown;

class ClipboardItemStandIn {
  constructor(readonly parts: Record<string, Promise<Blob>>) {}
}

/** A clipboard that waits for what it was promised, as a browser's does. */
const clipboard = {
  write: async ([item]: ClipboardItemStandIn[]) => {
    if (refusal) throw refusal;
    for (const [type, promised] of Object.entries(item?.parts ?? {})) {
      const blob = await promised.catch(() => {
        throw new DOMException('no data', 'DataError');
      });
      written.push({ type, text: await blob.text() });
    }
  },
};

function provide(value: unknown, itemClass: unknown): void {
  Object.defineProperty(window.navigator, 'clipboard', { value, configurable: true });
  Object.defineProperty(globalThis, 'ClipboardItem', { value: itemClass, configurable: true, writable: true });
}

function Page() {
  const { label, copying, copy } = useCopyImage();
  return (
    <>
      <Button busy={copying} onClick={() => void copy(ID)}>
        {label}
      </Button>
      <ToastHost expected={false} />
    </>
  );
}

/** The name of the file that the browser is told to save; nothing goes anywhere. */
const hearSaving = () =>
  new Promise<string>((resolve) => {
    const hear = (event: Event) => {
      if (!(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      window.removeEventListener('click', hear);
      resolve(event.target.download);
    };
    window.addEventListener('click', hear);
  });

const press = async () => {
  // A user of the library's own would put its clipboard in the place of ours.
  const user = userEvent.setup();
  provide(clipboardNow, itemClassNow);
  await user.click(screen.getByRole('button', { name: 'Copy image' }));
};

beforeEach(async () => {
  await loadNamespaces('en', ['work']);
  Object.assign(window.localStorage, { access_token: 'good', refresh_token: 'refresh' });
  formats = [];
  written = [];
  refusal = null;
  clipboardNow = clipboard;
  itemClassNow = ClipboardItemStandIn;
  server.use(
    http.get(`${API}/images/${ID}/download`, ({ request }) => {
      formats.push(new URL(request.url).searchParams.get('format'));
      return new HttpResponse('the image', { headers: { 'content-type': 'image/png' } });
    }),
  );
});
afterEach(() => {
  toast.dismiss();
  provide(undefined, undefined);
});

describe('copying an image', () => {
  it('puts it on the clipboard as PNG and says so', async () => {
    await renderKit(<Page />);
    await press();
    expect(await screen.findByText('Image copied')).toBeVisible();
    expect(written).toEqual([{ type: 'image/png', text: 'the image' }]);
    expect(formats).toEqual(['png']);
  });

  it.each([
    ['has no clipboard', undefined, ClipboardItemStandIn],
    ['copies only text', { writeText: () => undefined }, ClipboardItemStandIn],
    ['knows no items', clipboard, undefined],
  ])('where the browser %s: says so, loads nothing, and offers the file', async (_, itsClipboard, itsItem) => {
    clipboardNow = itsClipboard;
    itemClassNow = itsItem;
    await renderKit(<Page />);
    await press();
    expect(await screen.findByText(/^This browser cannot copy images here\./)).toBeVisible();
    expect(formats).toEqual([]);
    const saved = hearSaving();
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(await saved).toBe(`${ID}.png`);
    expect(formats).toEqual([null]);
  });

  it('that the browser refuses ends with a word about it, and the button is free again', async () => {
    refusal = new DOMException('not focused', 'NotAllowedError');
    await renderKit(<Page />);
    await press();
    expect(await screen.findByText(/^The browser did not allow the copy\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy image' })).not.toHaveAttribute('aria-busy');
  });

  it('whose file was lost says that, not that the browser refused', async () => {
    server.use(http.get(`${API}/images/${ID}/download`, () => refuse('FILE_LOST')));
    await renderKit(<Page />);
    await press();
    expect(await screen.findByText(/^The file of this image was lost on our side\./)).toBeVisible();
    expect(screen.queryByText(/did not allow/)).toBeNull();
    expect(written).toEqual([]);
  });
});
