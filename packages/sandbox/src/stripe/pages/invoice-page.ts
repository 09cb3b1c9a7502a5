import { html } from 'hono/html';
import { languageFor, renderPage } from '../../kit/page.js';
import type { SandboxContext } from '../../kit/provider.js';
import { ApiFault } from '../api/errors.js';
import { paymentOf } from '../billing/invoices.js';
import { money } from '../billing/lines.js';
import { payInvoice } from '../billing/settlement.js';
import { checkCard, createPaymentMethod } from '../cards/payment-methods.js';
import { saveFor } from '../payments/setup.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { readCardForm, renderCardForm } from './card-form.js';
import { notFoundPage } from './checkout-page.js';
import { invoicePdf } from './invoice-pdf.js';
import { textsFor } from './texts.js';

type Invoice = Stored<'invoice'>;

/** The address holds a secret, because it is opened without a log-in. */
function invoiceOf(c: SandboxContext, account: StripeAccount): Invoice | undefined {
  const invoice = account.objects.find('invoice', c.req.param('invoice'));
  const isKnown =
    invoice?.hosted_invoice_url === account.pageUrl(`invoices/${c.req.param('invoice')}/${c.req.param('secret')}`);
  return isKnown ? invoice : undefined;
}

/** `GET /invoices/:invoice/:secret` */
export function showInvoice(c: SandboxContext, account: StripeAccount): Promise<Response> {
  const invoice = invoiceOf(c, account);
  return invoice ? renderInvoice(c, invoice) : notFoundPage(c);
}

/** `GET /invoices/:invoice/:secret/pdf` */
export function downloadInvoice(c: SandboxContext, account: StripeAccount): Promise<Response> | Response {
  const invoice = invoiceOf(c, account);
  if (!invoice) return notFoundPage(c);
  return c.body(new Uint8Array(invoicePdf(invoice)), 200, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Invoice-${invoice.number}.pdf"`,
  });
}

/** `POST /invoices/:invoice/:secret`: a person pays it with a card. */
export async function payHostedInvoice(c: SandboxContext, account: StripeAccount): Promise<Response> {
  const invoice = invoiceOf(c, account);
  if (!invoice) return notFoundPage(c);
  if (invoice.status !== 'open') return renderInvoice(c, invoice);
  const typed = new URLSearchParams(await c.req.text());
  const card = readCardForm(typed);
  if (!card) return renderInvoice(c, invoice, { problem: textsFor(languageFor(c)).invalidExpiry, typed });
  try {
    const method = createPaymentMethod(account, card, card.outcome ?? checkCard(account, card));
    const after = payInvoice(account, invoice.id, { paymentMethodId: method.id, isOffSession: false });
    const intent = account.objects.get('payment_intent', paymentOf(account, invoice.id)?.payment.payment_intent);
    if (intent.status === 'requires_action') return c.redirect(account.pageUrl(`authenticate/${intent.id}`), 303);
    if (after.status === 'paid') {
      saveFor(account, method.id, invoice.customer ?? '');
      return c.redirect(invoice.hosted_invoice_url ?? '', 303);
    }
    return await renderInvoice(c, after, { problem: intent.last_payment_error?.message, typed });
  } catch (error) {
    if (error instanceof ApiFault) return renderInvoice(c, invoice, { problem: error.message, typed });
    throw error;
  }
}

interface Attempt {
  problem?: string | undefined;
  typed?: URLSearchParams;
}

function renderInvoice(c: SandboxContext, invoice: Invoice, { problem, typed }: Attempt = {}): Promise<Response> {
  const texts = textsFor(languageFor(c));
  const amount = money(invoice.amount_due, invoice.currency);
  const title = `${texts.invoice} ${invoice.number}`;
  const body = html`<section class="sheet">
    <h1>${title}</h1>
    <p>${amount} · ${texts.status[invoice.status ?? '']}</p>
    <p>${invoice.customer_name}</p>
    ${(invoice.customer_tax_ids ?? []).map(({ value }) => html`<p>${texts.taxId}: ${value}</p>`)}
    <table>
      <tbody>
        ${invoice.lines.data.map(
          (line) =>
            html`<tr>
              <td class="text">${line.description}</td>
              <td>${money(line.amount, line.currency)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p><a href="${invoice.invoice_pdf ?? ''}">${texts.download}</a></p>
    ${
      invoice.status === 'open'
        ? renderCardForm(texts, {
            action: invoice.hosted_invoice_url ?? '',
            button: `${texts.pay} ${amount}`,
            problem,
            typed,
            email: invoice.customer_email ?? '',
          })
        : ''
    }
  </section>`;
  return renderPage(c, { title, body });
}
