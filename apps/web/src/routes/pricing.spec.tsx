import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../test/open-app';
import { startServer } from '../../test/server';
import { webSettings } from '../config/web-env';

startServer();
let app: Awaited<ReturnType<typeof openApp>>;

const cardOf = async (plan: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: plan });
  return within(heading.closest('li') ?? document.body);
};

beforeEach(async () => {
  app = await openApp('/pricing');
});
afterEach(() => app.close());

describe('the price of a plan', () => {
  it('is that of a month at first, beside that of a year', async () => {
    const card = await cardOf('Pro');
    expect(card.getByText('$9.99')).toBeVisible();
    expect(card.getByText('a month')).toBeVisible();
    expect(card.getByText(/\$99\.99/)).toBeVisible();
  });

  it('is that of a year when annual billing is chosen, with what is saved', async () => {
    await cardOf('Pro');
    await userEvent.click(screen.getByRole('radio', { name: /^Annual/ }));
    const card = await cardOf('Pro');
    expect(await card.findByText('$99.99')).toBeVisible();
    expect(card.getByText(/\$8\.33.*\$19\.89.*17\s?%/)).toBeVisible();
    expect(app.place()).toBe('/pricing?billing=annual');
  });

  it('is nothing for the free plan, which needs no card in either billing', async () => {
    await userEvent.click(await screen.findByRole('radio', { name: /^Annual/ }));
    expect(await (await cardOf('Pro')).findByText('$99.99')).toBeVisible();
    const card = await cardOf('Free');
    expect(card.getByText('No card needed')).toBeVisible();
    expect(card.queryByText(/save/i)).toBeNull();
  });
});

it('promises batches with the plans that have them', async () => {
  expect((await cardOf('Enterprise')).getByText(/50 prompts/)).toBeVisible();
});

describe('where batches are switched off', () => {
  // Before the page is opened.
  beforeAll(() => {
    webSettings.batch = false;
  });
  afterAll(() => {
    webSettings.batch = true;
  });

  it('no plan promises them', async () => {
    const card = await cardOf('Enterprise');
    expect(card.getByText('Commercial licence')).toBeVisible();
    expect(card.queryByText(/batch/i)).toBeNull();
  });
});
