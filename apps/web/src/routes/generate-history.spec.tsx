import { beforeEach, describe, expect, it } from '@jest/globals';
import { PROMPTS_PAGE_SIZE, type PromptUse } from '@app/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { toast } from 'sonner';
import { startGeneratePage, submit } from '../../test/generate-page';
import { API, ok, startServer } from '../../test/server';

const server = startServer();
const world = startGeneratePage(server);

const use = (prompt: string, part: Partial<PromptUse> = {}): PromptUse => ({
  prompt,
  negative_prompt: null,
  count: 1,
  last_used_at: '2026-11-19T08:00:00.000Z',
  generation_id: '7a1f0c1e-0000-4000-8000-00000000000a',
  model: 'sd3.5-medium',
  style: 'enhance',
  size: '1:1',
  ...part,
});

/** The whole history, last used first. */
let history: PromptUse[];
let pages: number[];
let searches: string[];

beforeEach(() => {
  toast.dismiss();
  history = [use('A red fox'), use('A lighthouse', { negative_prompt: 'people' }), use('水墨山水')];
  pages = [];
  searches = [];
  server.use(
    http.get(`${API}/images/prompts`, ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      pages.push(page);
      const data = history.slice((page - 1) * PROMPTS_PAGE_SIZE, page * PROMPTS_PAGE_SIZE);
      return ok({ data, page, limit: PROMPTS_PAGE_SIZE, total: history.length });
    }),
    http.get(`${API}/images/generations`, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      searches.push(q);
      const data = history
        .filter(({ prompt }) => prompt.toLowerCase().split(' ').includes(q))
        // A wording that was asked for twice is found twice.
        .flatMap(({ prompt, negative_prompt }) => [
          world.generation({ prompt, negative_prompt, status: 'completed' }),
          world.generation({ prompt, negative_prompt, status: 'completed' }),
        ]);
      return ok({ data, page: 1, limit: 50, total: data.length });
    }),
  );
});

const field = () => screen.getByLabelText(/^(What should it show\?|想画什么？)$/);
const button = () => screen.getByText(/^(History|历史)$/, { selector: 'button' });
const search = () => screen.getByPlaceholderText(/^(Search your prompts|搜索用过的提示词)$/);
const options = () => screen.queryAllByRole('option').map((option) => option.firstElementChild?.textContent);
const active = () => {
  const id = search().getAttribute('aria-activedescendant');
  return id && document.getElementById(id)?.firstElementChild?.textContent;
};
const open = async (path?: string) => {
  await world.open(path);
  await userEvent.click(button());
  await screen.findByRole('listbox');
};

describe('earlier descriptions', () => {
  it('open and close by a button, newest first, in a field that can be searched by; nothing is asked for before', async () => {
    await world.open();
    expect(pages).toEqual([]);
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button());
    await waitFor(() => expect(search()).toHaveFocus());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(options()).toEqual(['A red fox', 'A lighthouse', '水墨山水']));
    expect(search()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    expect(active()).toBe('A red fox');
    await userEvent.click(button());
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('are gone through by arrow keys, in a circle; Enter takes one, and sends nothing', async () => {
    await open();
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe('A lighthouse');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toBe('水墨山水');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(field()).toHaveValue('A lighthouse');
    expect(screen.getByRole('textbox', { name: /^What should it leave out/ })).toHaveValue('people');
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(world.submitted).toEqual([]);
  });

  it('are taken by a click, and what stood there can be had back', async () => {
    await world.open();
    fireEvent.change(field(), { target: { value: 'half a thought' } });
    await userEvent.click(button());
    await userEvent.click(await screen.findByText('水墨山水'));
    expect(field()).toHaveValue('水墨山水');
    expect(await screen.findByText('Your prompt was replaced.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(field()).toHaveValue('half a thought');
  });

  it('are taken by Ctrl+Enter like by Enter: it asks for no image from there', async () => {
    await world.open();
    fireEvent.change(field(), { target: { value: 'half a thought' } });
    await userEvent.click(button());
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(field()).toHaveValue('A red fox');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(world.submitted).toEqual([]);
    expect(submit()).not.toHaveAttribute('aria-busy');
  });

  it('open by the upward arrow in an empty field, not in one that has words', async () => {
    await world.open();
    await userEvent.click(field());
    await userEvent.keyboard('{ArrowUp}');
    expect(search()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('combobox')).toBeNull();
    await userEvent.keyboard('owl{ArrowUp}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('leave Enter and Escape to an input method that is at work, and letters of it unsearched', async () => {
    await open('/zh/generate');
    fireEvent.compositionStart(search());
    fireEvent.input(search(), { target: { value: 'shan' }, isComposing: true });
    fireEvent.keyDown(search(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(search(), { key: 'Escape', isComposing: true });
    // Safari's last key of a composition.
    fireEvent.keyDown(search(), { key: 'Enter', keyCode: 229 });
    expect(options()).toHaveLength(3);
    expect(field()).toHaveValue('');
    fireEvent.input(search(), { target: { value: '山' }, isComposing: true });
    fireEvent.compositionEnd(search());
    await waitFor(() => expect(options()).toEqual(['水墨山水']));
    await userEvent.keyboard('{Enter}');
    expect(field()).toHaveValue('水墨山水');
  });
});

describe('a long history', () => {
  beforeEach(() => {
    history = Array.from({ length: 45 }, (_, index) => use(`Prompt ${index + 1}`));
  });

  it('comes page by page, where the arrow key leaves its end and by a button', async () => {
    await open();
    await waitFor(() => expect(options()).toHaveLength(20));
    // Around the top to the end, and beyond that.
    await userEvent.keyboard('{ArrowUp}{ArrowDown}');
    await waitFor(() => expect(options()).toHaveLength(40));
    expect(active()).toBe('Prompt 20');
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier ones' }));
    await waitFor(() => expect(options()).toHaveLength(45));
    expect(screen.queryByRole('button', { name: 'Show earlier ones' })).toBeNull();
    expect(pages).toEqual([1, 2, 3]);
    expect(search()).toHaveFocus();
    expect(active()).toBe('Prompt 41');
  });

  it('closes by Escape on its button, too', async () => {
    await open();
    act(() => screen.getByRole('button', { name: 'Show earlier ones' }).focus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(button()).toHaveFocus();
  });
});
