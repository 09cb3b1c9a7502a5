import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { failToSave } from '../../../test/failing-save';
import { renderPart } from '../../../test/render-part';
import { API, USER, refuse, startServer } from '../../../test/server';
import { useDownloadImage } from './use-download-image';

const ID = '7a1f0c1e-0000-4000-8000-00000000000a';
const server = startServer();
const toasts = failToSave();

function Example() {
  const { download } = useDownloadImage();
  return (
    <button type="button" onClick={() => void download(ID)}>
      Load
    </button>
  );
}

describe('a download that fails', () => {
  it.each([
    ['en', () => new HttpResponse('bytes'), 'The download failed. Please try again.'],
    ['zh', () => new HttpResponse('bytes'), '下载失败，请重试。'],
    ['en', () => refuse('FILE_LOST'), 'The file of this image was lost on our side. It has been reported.'],
  ] as const)('says so in %s', async (locale, answer, text) => {
    server.use(http.get(`${API}/images/${ID}/download`, answer));
    await renderPart(<Example />, { user: USER, locale, namespaces: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Load' }));
    await waitFor(() => expect(toasts).toContain(text));
  });
});
