import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { failToSave } from '../../../test/failing-save';
import { renderPart } from '../../../test/render-part';
import { API, startServer } from '../../../test/server';
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
