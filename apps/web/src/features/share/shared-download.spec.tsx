import { describe, expect, it, jest } from '@jest/globals';
import type { ErrorCode } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { failToSave } from '../../../test/failing-save';
import { renderPart } from '../../../test/render-part';
import { API, refuse, startServer } from '../../../test/server';
import { SharedDownload } from './shared-download';

const TOKEN = 'shared-0123456789-0123456789-abc';
const server = startServer();
const toasts = failToSave();

it.each([
  ['en', 'The download failed. Please try again.'],
  ['zh', '下载失败，请重试。'],
] as const)('a shared image that cannot be saved says so in %s', async (locale, text) => {
  server.use(http.get(`${API}/images/shared/${TOKEN}/download`, () => new HttpResponse('bytes')));
  await renderPart(<SharedDownload token={TOKEN} onGone={() => undefined} />, {
    user: null,
    locale,
    namespaces: ['sharing'],
  });
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(toasts).toContain(text));
});

describe('the download of a shared image', () => {
  const show = async (answer: () => Response | Promise<Response>) => {
    server.use(http.get(`${API}/images/shared/${TOKEN}/download`, answer));
    const onGone = jest.fn<() => void>();
    await renderPart(<SharedDownload token={TOKEN} onGone={onGone} />, { user: null, namespaces: ['sharing'] });
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    return onGone;
  };
  const refused = (code: ErrorCode) => show(() => refuse(code));

  it.each(['NOT_FOUND', 'SHARE_EXPIRED'] as const)(
    'that finds no image any more (%s) says nothing but that',
    async (code) => {
      const onGone = await refused(code);
      await waitFor(() => expect(onGone).toHaveBeenCalledTimes(1));
      await waitFor(() => expect(screen.getByRole('button')).not.toHaveAttribute('aria-busy'));
      expect(toasts).toEqual([]);
    },
  );

  it('that fails for another reason tells it, and the image is not gone', async () => {
    const onGone = await refused('INTERNAL_ERROR');
    await waitFor(() => expect(toasts).toEqual(['Server error, please try again later']));
    expect(onGone).not.toHaveBeenCalled();
  });

  it('takes no second press while it is on its way, and one after it has failed', async () => {
    let asked = 0;
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    await show(async () => {
      asked += 1;
      await failed;
      return refuse('INTERNAL_ERROR');
    });
    const button = screen.getByRole('button', { name: 'Download' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button);
    fail();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    expect(asked).toBe(1);
    await userEvent.click(button);
    await waitFor(() => expect(asked).toBe(2));
  });
});
