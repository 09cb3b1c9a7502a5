import { html } from 'hono/html';
import type { Markup } from '../../kit/markup.js';
import { languageFor, momentOf, renderPage } from '../../kit/page.js';
import type { SandboxContext } from '../../kit/provider.js';
import { declineOf, Funding } from '../funding.js';
import { decimalOf } from '../money.js';
import type { Approval } from './approval.js';
import { PAGE_TEXTS, type PageTexts } from './texts.js';

interface Attempt {
  sent: Record<string, string>;
  isInvalid: boolean;
}

const NEWCOMER = { email: 'ada@example.com', givenName: 'Ada', surname: 'Lovelace' };
const UNITS = { DAY: 'perDay', WEEK: 'perWeek', MONTH: 'perMonth', YEAR: 'perYear' } as const;

/** One form: who pays, with what, and the two ways out. It posts to its own address. */
export function renderApproval(c: SandboxContext, approval: Approval, attempt?: Attempt): Promise<Response> {
  const texts = PAGE_TEXTS[languageFor(c)];
  const { startsAt, wasChosen, funding } = approval;
  const body = html`<section class="sheet">
    <p class="muted">PayPal</p>
    <h1>${headingOf(approval, texts)}</h1>
    <ul>
      ${approval.prices.map((price) => html`<li>${priceOf(price, texts)}</li>`)}
    </ul>
    ${startsAt === undefined ? '' : html`<p class="muted">${texts.fromNextPayment(momentOf(startsAt))}</p>`}
    ${wasChosen && declineOf(funding, false) ? html`<p class="mark" role="alert">${texts.declinedBefore}</p>` : ''}
    <form method="post" autocomplete="off">
      ${accountFields(approval, texts, attempt)} ${fundingField(approval, texts, attempt)}
      <div class="row">
        <button class="action" name="decision" value="approve">${actionOf(approval, texts)}</button>
        <button class="quiet" name="decision" value="cancel" formnovalidate>${texts.cancel}</button>
      </div>
    </form>
  </section>`;
  return renderPage(c, { title: texts.title, body, status: attempt?.isInvalid ? 400 : 200 });
}

function headingOf({ kind, merchant = 'Sandbox application' }: Approval, texts: PageTexts): string {
  if (kind === 'order') return texts.payTo(merchant);
  return kind === 'subscription' ? texts.subscribeTo(merchant) : texts.changeAt(merchant);
}

function actionOf({ kind, paysNow }: Approval, texts: PageTexts): string {
  if (kind === 'order') return paysNow ? texts.pay : texts.continue;
  return kind === 'subscription' ? texts.subscribe : texts.change;
}

function priceOf({ label, amount, cycle }: Approval['prices'][number], texts: PageTexts): string {
  const price = `${decimalOf(amount.cents)} ${amount.currency}`;
  const often = cycle ? texts[UNITS[cycle.unit]](cycle.count) : '';
  const trial = cycle?.tenure === 'TRIAL' ? texts.trial : '';
  return [label, price, often, trial].filter(Boolean).join(' · ');
}

function accountFields({ payer = { ...NEWCOMER, id: '' } }: Approval, texts: PageTexts, attempt?: Attempt): Markup {
  const field = (name: string, label: string, value: string, type = 'text') =>
    html`<label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" value="${attempt?.sent[name] ?? value}" required />`;
  return html`<fieldset>
    <legend>${texts.account}</legend>
    ${attempt?.isInvalid ? html`<p class="mark" role="alert">${texts.invalidAccount}</p>` : ''}
    ${field('given_name', texts.givenName, payer.givenName)} ${field('surname', texts.surname, payer.surname)}
    ${field('email', texts.email, payer.email, 'email')}
  </fieldset>`;
}

function fundingField({ kind, funding }: Approval, texts: PageTexts, attempt?: Attempt): Markup {
  const chosen = attempt?.sent['funding'] ?? funding;
  const offered = Funding.options.filter((option) =>
    kind === 'order' ? option !== 'renewal_declined' : option !== 'echeck',
  );
  return html`<fieldset>
    <legend>${texts.funding}</legend>
    ${offered.map(
      (option) =>
        html`<label class="check">
          <input type="radio" name="funding" value="${option}" ${option === chosen ? 'checked' : ''} />
          ${texts.fundings[option]}
        </label>`,
    )}
  </fieldset>`;
}
