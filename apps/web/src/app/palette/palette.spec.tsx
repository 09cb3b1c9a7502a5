import { describe, expect, it } from '@jest/globals';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { galleryItem, imageId } from '../../../test/gallery';
import { startGallery } from '../../../test/gallery-page';
import { startServer } from '../../../test/server';

const server = startServer();
const world = startGallery(server);

const PALETTE = { en: 'Search and commands', zh: '搜索与命令' };
const open = async (name = PALETTE.en) => {
  await userEvent.keyboard('{Control>}k{/Control}');
  return within(await screen.findByRole('dialog', { name }));
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

describe('the command palette', () => {
  it('opens by keys with the focus in its field, and gives it back when it closes', async () => {
    await world.open('/contact');
    const button = await screen.findByRole('button', { name: 'Search and commands' });
    button.focus();
    const palette = await open();
    expect(palette.getByRole('combobox', { name: 'Search commands and your images' })).toHaveFocus();
    expect(options()[0]).toBe('New image');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    await userEvent.click(button);
    expect(await screen.findByRole('dialog', { name: PALETTE.en })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('gives the focus to the menu button when it was opened from the menu of a phone', async () => {
    await world.open('/contact');
    const menuButton = await screen.findByRole('button', { name: 'Menu' });
    await userEvent.click(menuButton);
    const menu = within(document.getElementById('mobile-menu') ?? document.body);
    await userEvent.click(menu.getByRole('button', { name: 'Search and commands' }));
    await screen.findByRole('dialog', { name: PALETTE.en });
    expect(document.getElementById('mobile-menu')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(menuButton).toHaveFocus());
  });

  it('finds a command by its name in either language, and runs it', async () => {
    await world.open('/zh/contact');
    await open(PALETTE.zh);
    await userEvent.keyboard('stat');
    await waitFor(() => expect(options()).toEqual(['积分明细']));
    await userEvent.clear(screen.getByRole('combobox'));
    await userEvent.keyboard('收藏{Enter}');
    await waitFor(() => expect(world.place()).toBe('/zh/favorites'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to one tab of a page', async () => {
    await world.open('/contact');
    await open();
    await userEvent.keyboard('statem{Enter}');
    await waitFor(() => expect(world.place()).toBe('/profile?tab=statement'));
  });

  it('runs nothing by an Enter that chooses characters, and stays open by an Escape that takes them back', async () => {
    await world.open('/contact');
    const field = (await open()).getByRole('combobox');
    const composing = createEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent(field, composing);
    fireEvent(field, createEvent.keyDown(field, { key: 'Enter', keyCode: 229 }));
    expect(world.place()).toBe('/contact');
    expect(screen.getByRole('dialog', { name: PALETTE.en })).toBeVisible();
    await userEvent.keyboard('ne');
    fireEvent(field, createEvent.keyDown(field, { key: 'Escape', isComposing: true }));
    fireEvent(field, createEvent.keyDown(field, { key: 'Escape', keyCode: 229 }));
    expect(screen.getByRole('dialog', { name: PALETTE.en })).toBeVisible();
    expect(field).toHaveValue('ne');
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown((await open()).getByRole('combobox'), { key: 'Enter' });
    await waitFor(() => expect(world.place()).toBe('/generate'));
  });

  it('finds images by their prompts, and opens one', async () => {
    world.items = [galleryItem(2), galleryItem(1, { prompt: 'A red fox' })];
    await world.open('/contact');
    const palette = await open();
    await waitFor(() => expect(options()).toContain('Prompt 2'));
    await userEvent.keyboard('fox');
    await userEvent.click(await palette.findByRole('option', { name: 'A red fox' }));
    await waitFor(() => expect(world.place()).toBe(`/gallery?image=${imageId(1)}`));
  });

  it('searches for nothing that an input method is still making characters of', async () => {
    world.items = [galleryItem(2), galleryItem(1, { prompt: '一只狐狸' })];
    await world.open('/zh/contact');
    const palette = await open(PALETTE.zh);
    const field = palette.getByRole('combobox');
    await waitFor(() => expect(options()).toContain('Prompt 2'));
    fireEvent.compositionStart(field);
    const half = createEvent.input(field, { target: { value: 'hu' }, isComposing: true });
    fireEvent(field, half);
    expect(field).toHaveValue('hu');
    expect(options()).toContain('Prompt 2');
    fireEvent(field, createEvent.input(field, { target: { value: '狐' }, isComposing: true }));
    fireEvent.compositionEnd(field);
    await palette.findByRole('option', { name: '一只狐狸' });
    expect(world.asked.map((query) => query.get('q'))).toEqual([null, '狐']);
  });

  it('shows the list of keys, where it is named too', async () => {
    await world.open('/contact');
    const palette = await open();
    await userEvent.click(palette.getByRole('option', { name: 'Keyboard shortcuts' }));
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(help.getByText('Commands and search')).toBeVisible();
  });

  it('says when nothing is found, and asks for no images of visitors', async () => {
    window.localStorage.clear();
    await world.open('/contact');
    const palette = await open();
    expect(options()).toContain('Sign in');
    await userEvent.keyboard('xq');
    expect(await palette.findByText('Nothing found. Try another word.')).toBeVisible();
    expect(world.asked).toEqual([]);
  });
});
