import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderPart } from '../../../test/render-part';
import { API, USER, refuse, startServer } from '../../../test/server';
import { QuotaBox } from './quota-box';

const server = startServer();

it.each([
  ['en', 'Your credits could not be loaded.', 'Try again', 'credits left'],
  ['zh', '积分信息没能加载出来。', '重试', '剩余积分'],
] as const)(
  'credits that could not be loaded say so in %s, and are loaded on demand',
  async (locale, title, retry, left) => {
    server.use(http.get(`${API}/quota`, () => refuse('INTERNAL_ERROR'), { once: true }));
    await renderPart(<QuotaBox />, { user: USER, locale, namespaces: ['credits'] });
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    await userEvent.click(screen.getByRole('button', { name: retry }));
    expect(await screen.findByText(left)).toBeVisible();
  },
);
