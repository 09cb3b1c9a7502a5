import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderKit } from '../../../test/render-kit';
import { KitPage } from './kit-page';

it('the page of the kit shows its parts in each of their states', async () => {
  await renderKit(<KitPage />);
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(expect.arrayContaining(['Colour and type', 'Actions and states', 'Fields']));
  expect(screen.getAllByRole('button', { name: 'With icon' })).toHaveLength(4);
  expect(screen.getAllByRole('button', { name: 'Disabled' }).every((button) => button.hasAttribute('disabled'))).toBe(
    true,
  );
  expect(screen.getAllByText(/^Print 显影 0147/)).toHaveLength(8);
  expect(['empty', 'failed'].map((state) => screen.getAllByText(state).length)).toEqual([1, 1]);
  expect(screen.getByRole('switch', { name: /^Notifications/ })).toBeChecked();
  expect(screen.getByText('First panel')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  expect(screen.getByText('Second panel')).toBeVisible();
  expect(screen.getAllByRole('img', { name: 'Mark' }).length).toBeGreaterThan(4);
});

it('opens a dialog of it, also one that is busy', async () => {
  await renderKit(<KitPage />);
  await userEvent.click(screen.getByRole('button', { name: 'Dialog' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Busy dialog' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});
