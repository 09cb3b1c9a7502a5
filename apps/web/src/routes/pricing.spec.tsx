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

describe('a plan', () => {
  it('says how many images its credits make, with each model', async () => {
    const card = await cardOf('Pro');
    expect(card.getByText('57 images')).toBeVisible();
    expect(card.getByText('a month with SD 3.5 Medium')).toBeVisible();
    expect(card.getByText(/^80 with Flash · 30 with Large · 200 credits a month$/)).toBeVisible();
  });

  it('is called the most popular one only where it is', async () => {
    await cardOf('Pro');
    expect(screen.getAllByText('Most popular')).toHaveLength(1);
    expect((await cardOf('Pro')).getByText('Most popular')).toBeVisible();
  });
});

it('answers what people ask before they pay', async () => {
  await userEvent.click(await screen.findByText('Can I cancel at any time?'));
  for (const question of ['How do I pay?', 'Can I get my money back?', 'Who owns the images?', 'How do I get help?'])
    expect(screen.getByText(question)).toBeVisible();
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
    expect(card.getByText('Commercial license')).toBeVisible();
    expect(card.queryByText(/batch/i)).toBeNull();
  });
});
