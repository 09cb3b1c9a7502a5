import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BillingDetails, Locale } from '@app/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PAYMENT, SUBSCRIPTION } from '../../../../test/billing';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { connectToasts } from '../../../shared/toasts';
import { CompanyDetails } from './company-details';

const server = startServer();
const PATH = `${API}/subscriptions/billing-details`;
const PAYPAL = { ...SUBSCRIPTION, provider: 'paypal' } as const;
let kept: BillingDetails;
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  kept = { company: '', tax_id: '', address: '' };
  toasts = [];
  disconnect = connectToasts((toast) => toasts.push(toast.text));
});
afterEach(() => disconnect());

interface World {
  subscription?: typeof PAYPAL | typeof SUBSCRIPTION | null;
  paidBy?: 'stripe' | 'paypal';
  locale?: Locale;
  /** Before it answers. */
  isFailing?: boolean;
}

async function show({ subscription = PAYPAL, paidBy = 'paypal', locale = 'en', isFailing = false }: World = {}) {
  server.use(
    meHandler('good'),
    http.get(`${API}/subscriptions/payments`, () =>
      ok({ data: [{ ...PAYMENT, provider: paidBy }], page: 1, limit: 20, total: 1 }),
    ),
    http.get(PATH, () => (isFailing ? refuse('INTERNAL_ERROR') : ok(kept))),
    http.put(PATH, async ({ request }) => {
      kept = (await request.json()) as BillingDetails;
      kept = { ...kept, tax_id: kept.tax_id.toUpperCase() };
      return ok(kept);
    }),
  );
  await renderPart(<CompanyDetails subscription={subscription} />, { user: USER, locale, namespaces: ['billing'] });
}

const save = (name = 'Save') => screen.findByRole('button', { name });

describe('company details', () => {
  it('are kept as the server tidied them, and said to be on receipts', async () => {
    await show();
    expect(await save()).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Company name'), 'Ada GmbH');
    await userEvent.type(screen.getByLabelText('VAT or tax ID'), 'de123456789');
    await userEvent.type(screen.getByLabelText('Address with country'), 'Hauptstr. 1{enter}Berlin, Germany');
    await userEvent.click(await save());
    await waitFor(() => expect(screen.getByLabelText('VAT or tax ID')).toHaveValue('DE123456789'));
    expect(kept).toEqual({ company: 'Ada GmbH', tax_id: 'DE123456789', address: 'Hauptstr. 1\nBerlin, Germany' });
    expect(toasts).toEqual(['Saved. Receipts show it from the next download on.']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await save()).toBeDisabled();
  });

  it.each([
    ['Company name', 'x'.repeat(151), 'At most 150 characters.'],
    ['VAT or tax ID', 'none', 'A tax ID has letters and digits, at most 30 characters.'],
    ['VAT or tax ID', '1'.repeat(31), 'A tax ID has letters and digits, at most 30 characters.'],
    ['Address with country', 'x'.repeat(301), 'At most 300 characters.'],
    ['Address with country', 'a\nb\nc\nd\ne\nf\ng', 'At most 6 lines.'],
  ])('with %s wrong are not sent, and the field says why', async (label, typed, text) => {
    await show();
    await save();
    const field = screen.getByLabelText(label);
    await userEvent.click(field);
    await userEvent.paste(typed);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(text);
    expect(await save()).toBeDisabled();
  });

  it.each([
    ['en', 'Save', 'Company name', 'Your company details were not saved. Server error'],
    ['zh', '保存', '公司名称', '公司信息没能保存。服务器错误'],
  ] as const)('that were not saved stay as they were typed (%s)', async (locale, button, label, text) => {
    await show({ locale });
    server.use(http.put(PATH, () => refuse('INTERNAL_ERROR')));
    await save(button);
    await userEvent.type(screen.getByLabelText(label), 'Ada');
    await userEvent.click(await save(button));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText(label)).toHaveValue('Ada');
  });

  it.each([
    ['en', 'Your company details could not be loaded', 'Try again'],
    ['zh', '公司信息没能加载出来', '重试'],
  ] as const)('that could not be loaded are asked for again (%s)', async (locale, title, again) => {
    await show({ locale, isFailing: true });
    const alert = within((await screen.findByText(title)).closest<HTMLElement>('[role="alert"]') ?? document.body);
    server.use(http.get(PATH, () => ok(kept)));
    await userEvent.click(alert.getByRole('button', { name: again }));
    expect(await save(locale === 'en' ? 'Save' : '保存')).toBeVisible();
  });

  it('keep what is typed while they are saved', async () => {
    await show();
    const answer = deferredAnswer();
    server.use(http.put(PATH, async () => ok((await answer.given, { ...kept, company: 'Ada GmbH' }))));
    await save();
    const field = screen.getByLabelText('Company name');
    fireEvent.change(field, { target: { value: 'Ada GmbH ' } });
    fireEvent.click(await save());
    fireEvent.change(field, { target: { value: 'Ada GmbH & Co.' } });
    answer.give();
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(field).toHaveValue('Ada GmbH & Co.');
    expect(await save()).toBeEnabled();
  });

  it('are offered to people who once paid with PayPal', async () => {
    await show({ subscription: null, paidBy: 'paypal' });
    expect(await save()).toBeVisible();
  });

  it('are not offered for payments by card, whose page asks for them', async () => {
    const answered = new Promise<void>((resolve) => {
      server.events.on('response:mocked', ({ request }) => {
        if (request.url.includes('/payments')) resolve();
      });
    });
    await show({ subscription: SUBSCRIPTION, paidBy: 'stripe' });
    await answered;
    expect(screen.queryByText('Company details')).toBeNull();
  });
});
