import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Plan } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderToString } from 'react-dom/server';
import { pricedPlans } from '../../../test/billing';
import { renderPart } from '../../../test/render-part';
import { API, ok, startServer } from '../../../test/server';
import { webSettings } from '../../config/web-env';
import { loadNamespaces } from '../../shared/i18n/i18n';
import { LocaleProvider } from '../../shared/i18n/locale-context';
import type { Billing } from './billing-period';
import { BillingToggle } from './billing-toggle';
import { LivePlans } from './live-plans';
import { PlanCard } from './plan-card';
import { planOffers, type PlanOffer } from './plan-offers';
import { PricingFaq } from './pricing-faq';

const server = startServer();
const settings = { ...webSettings };
beforeEach(() => void Object.assign(webSettings, { freeAllowance: 'both', freeMonthlyCredits: 5, batch: true }));
afterEach(() => void Object.assign(webSettings, settings));

const show = (part: React.ReactElement) => renderPart(part, { user: null, namespaces: ['pricing', 'options'] });

interface Card {
  billing?: Billing;
  current?: boolean;
  offer?: Partial<PlanOffer>;
}
const cardOf = (plan: Plan, { billing = 'monthly', current = false, offer = {} }: Card = {}) => {
  const [known] = planOffers().filter((each) => each.plan === plan) as [PlanOffer];
  return (
    <PlanCard
      offer={{ ...known, ...offer }}
      billing={billing}
      current={current}
      actions={<button type="button">Buy</button>}
    />
  );
};
const featuresOf = async (plan: Plan, offer: Partial<PlanOffer> = {}) => {
  const { unmount } = await show(cardOf(plan, { offer }));
  const texts = within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  unmount();
  return texts;
};

describe('the card of a plan', () => {
  it('says its price by the month, and what a year costs and saves', async () => {
    await show(cardOf('pro', { offer: { monthlyCents: 1_250, annualCents: 12_000, savingCents: 3_000 } }));
    expect(screen.getByText('$12.50').parentElement).toHaveTextContent('$12.50a month');
    expect(screen.getByText('or $120 a year, you save $30')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Buy' })).toBeVisible();
    expect(screen.getByText('For people who make images every week.')).toBeVisible();
  });

  it('says its price by the year, and what that is by the month', async () => {
    const offer = { annualCents: 12_005, savingCents: 2_995, savingPercent: 20 };
    await show(cardOf('pro', { billing: 'annual', offer }));
    expect(screen.getByText('$120.05').parentElement).toHaveTextContent('$120.05a year');
    expect(screen.getByText('$10 a month: you save $29.95 (20%)')).toBeVisible();
  });

  it('of the free plan asks for no card in either billing, and saves nothing', async () => {
    for (const billing of ['monthly', 'annual'] as const) {
      const { unmount } = await show(cardOf('free', { billing }));
      expect(screen.getByText('$0').parentElement).toHaveTextContent('$0forever');
      expect(screen.getByText('No card needed')).toBeVisible();
      expect(screen.queryByText(/save/)).toBeNull();
      unmount();
    }
  });

  it('is marked as the popular one, or rather as the one that somebody has', async () => {
    const marks = async (card: Card) => {
      const { unmount } = await show(cardOf('pro', card));
      const texts = screen.queryAllByText(/^(Most popular|Your plan)$/).map(({ textContent }) => textContent);
      unmount();
      return texts;
    };
    expect(await marks({})).toEqual(['Most popular']);
    expect(await marks({ current: true })).toEqual(['Your plan']);
    expect(await marks({ offer: { isPopular: false } })).toEqual([]);
  });

  it('says how many images its credits make', async () => {
    await show(cardOf('pro', { offer: { credits: 130 } }));
    expect(screen.getByText('37 images')).toBeVisible();
    expect(screen.getByText('52 with Flash · 20 with Large · 130 credits a month')).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('of the free plan says where its credits come from, in each installation', async () => {
    const texts = {
      both: '5 credits a month and a daily bonus',
      monthly: '5 credits a month',
      daily: 'A daily bonus of 1, 5 times a month',
      none: 'No credits included',
    } as const;
    const images = { both: 2, monthly: 1, daily: 1, none: 0 };
    for (const freeAllowance of ['both', 'monthly', 'daily', 'none'] as const) {
      Object.assign(webSettings, { freeAllowance });
      const { unmount } = await show(cardOf('free'));
      expect(screen.getByText(texts[freeAllowance])).toBeVisible();
      expect(screen.getByText(new RegExp(`^${images[freeAllowance]} images?$`))).toBeVisible();
      unmount();
    }
  });

  it('names no images of the free plan in the page that every installation ships', async () => {
    await loadNamespaces('en', ['pricing', 'options']);
    const shipped = (plan: Plan) =>
      renderToString(<LocaleProvider locale="en">{cardOf(plan)}</LocaleProvider>).replace(/<!-- -->/g, '');
    expect(shipped('free')).not.toMatch(/\d images?</);
    const lit = /<svg width="[1-9]/;
    expect(shipped('free')).not.toMatch(lit);
    expect(shipped('pro')).toContain('57 images');
    expect(shipped('pro')).toMatch(lit);
  });

  it('lists what the plan allows', async () => {
    expect(await featuresOf('free')).toEqual([
      'All models',
      '1 image per generation',
      'Up to 4 generations at a time',
      'Personal use',
      expect.stringMatching(/^Answers by email/),
    ]);
    const pro = [
      'All models, HD included',
      'Up to 4 images per generation',
      'Up to 8 generations at a time',
      'Commercial license',
    ];
    expect(await featuresOf('pro')).toEqual([...pro, 'Priority queue and support', 'Batches of up to 10 prompts']);
    Object.assign(webSettings, { batch: false });
    expect(await featuresOf('pro')).toEqual([...pro, 'Priority queue and support']);
  });

  it('says how many generations this installation runs at a time', async () => {
    expect(await featuresOf('pro', { inFlightLimit: 3 })).toContain('Up to 3 generations at a time');
    expect(await featuresOf('free', { inFlightLimit: 1 })).toContain('1 generation at a time');
  });
});

describe('the choice of the billing period', () => {
  it('shows which one is chosen, what a year saves, and tells of another one', async () => {
    const onChange = jest.fn<(billing: Billing) => void>();
    await show(<BillingToggle billing="monthly" savingPercent={17} onChange={onChange} />);
    const group = within(screen.getByRole('group', { name: 'Billing period' }));
    const radios = group.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
      ['Monthly', true],
      ['AnnualSave up to 17%', false],
    ]);
    await userEvent.click(group.getByRole('radio', { name: /^Annual/ }));
    expect(onChange.mock.calls).toEqual([['annual']]);
  });
});

it('the prices of the installation are told once they are there', async () => {
  server.use(
    http.get(`${API}/subscriptions/plans`, () => ok(pricedPlans().map((each) => ({ ...each, monthlyPrice: 7 })))),
  );
  const onOffers = jest.fn<(offers: PlanOffer[]) => void>();
  await show(<LivePlans onOffers={onOffers} />);
  await waitFor(() => expect(onOffers).toHaveBeenCalled());
  expect(onOffers.mock.calls.map(([offer]) => offer.map(({ monthlyCents }) => monthlyCents))).toEqual([
    [700, 700, 700],
  ]);
});

it('the questions before a payment are answered with the terms of today', async () => {
  await show(<PricingFaq />);
  const section = within(screen.getByRole('region', { name: 'Questions and answers' }));
  for (const question of [/cancel/, /How do I pay/, /money back/, /Who owns/, /get help/])
    expect(section.getByText(question, { selector: 'summary, summary *, button, button *' })).toBeVisible();
  expect(section.getByText(/keep your plan for 7 days/)).toBeInTheDocument();
  expect(section.getByText(/within 14 days, if at most 10% of its credits/)).toBeInTheDocument();
});

it('the questions before a payment promise nothing that depends on the installation', async () => {
  await show(<PricingFaq />);
  expect(screen.queryByText(/PayPal|By card/)).toBeNull();
  expect(screen.getByText(/whether you can resume until then/)).toBeInTheDocument();
});
