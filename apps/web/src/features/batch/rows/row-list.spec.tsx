import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { batchCheck } from '../../../../test/batches';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { EMPTY_DRAFT, writeDraft } from '../draft';
import { Editor } from '../editor';

const server = startServer();

beforeEach(() => {
  server.use(
    http.post(`${API}/batches/check`, async ({ request }) => {
      const { rows } = (await request.json()) as { rows: unknown[] };
      return ok(batchCheck(rows, 20));
    }),
  );
});

async function open(...prompts: string[]) {
  writeDraft({ ...EMPTY_DRAFT, rows: prompts.map((prompt, index) => ({ id: index + 1, cells: { prompt } })) });
  await renderPart(<Editor limit={5} running={undefined} />, {
    user: { ...USER, subscription_status: 'pro' },
    namespaces: ['batch', 'options'],
  });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the editor of a row', () => {
  it('gives the focus back to the button that opened it', async () => {
    await open('A fox', 'A whale');
    await press('Edit row 2');
    await press('Done');
    expect(screen.getByRole('button', { name: 'Edit row 2' })).toHaveFocus();
  });

  it('goes with its row, and opens for no other one', async () => {
    await open('A fox', 'A whale');
    await press('Edit row 2');
    await press('Remove row 2');
    await press('Duplicate row 1');
    expect(screen.getByRole('button', { name: 'Edit row 2' })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('group', { name: 'Row 2' })).toBeNull();
  });
});
