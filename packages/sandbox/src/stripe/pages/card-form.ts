import { html } from 'hono/html';
import type { Markup } from '../../kit/markup.js';
import { OUTCOMES, type Outcome } from '../cards/outcomes.js';
import type { CardForm } from '../checkout/pay.js';
import type { PageTexts } from './texts.js';

export interface CardFormParts {
  action: string;
  button: string;
  /** Why the last attempt failed. */
  problem?: string | undefined;
  /** What was typed before. */
  typed?: URLSearchParams | undefined;
  /** Given: the address is known and need not be typed. */
  email?: string | null | undefined;
  /** Asks for a company's name and tax id too. */
  asksBusiness?: boolean;
}

/** The fields of a card, filled with a test card so that a payment is one click. */
export function renderCardForm(
  texts: PageTexts,
  { action, button, problem, typed, email, asksBusiness = false }: CardFormParts,
): Markup {
  const value = (name: string, fallback: string) => typed?.get(name) ?? fallback;
  const chosen = typed?.get('outcome');
  return html`${problem === undefined ? '' : html`<p class="mark" role="alert">${problem}</p>`}
    <form method="post" action="${action}">
      ${
        email == null
          ? html`<label for="email">${texts.email}</label>
              <input
                id="email"
                name="email"
                type="email"
                autocomplete="email"
                required
                value="${value('email', '')}"
              />`
          : html`<p class="muted">${email}</p>`
      }
      <label for="number">${texts.number}</label>
      <input
        id="number"
        name="number"
        inputmode="numeric"
        autocomplete="cc-number"
        required
        value="${value('number', '4242 4242 4242 4242')}"
      />
      <label for="expiry">${texts.expiry}</label>
      <input id="expiry" name="expiry" autocomplete="cc-exp" required value="${value('expiry', '12/40')}" />
      <label for="cvc">${texts.cvc}</label>
      <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" required value="${value('cvc', '123')}" />
      <label for="name">${texts.name}</label>
      <input id="name" name="name" autocomplete="cc-name" value="${value('name', '')}" />
      ${asksBusiness ? renderBusiness(texts, value) : ''}
      <label for="outcome">${texts.outcome}</label>
      <select id="outcome" name="outcome">
        <option value="">${texts.byNumber}</option>
        ${OUTCOMES.map(
          (outcome) =>
            html`<option value="${outcome}" ${outcome === chosen ? 'selected' : ''}>
              ${texts.outcomes[outcome]}
            </option>`,
        )}
      </select>
      <p class="muted">${texts.hint}</p>
      <button class="action">${button}</button>
    </form>`;
}

const renderBusiness = (texts: PageTexts, value: (name: string, fallback: string) => string): Markup =>
  html`<details ${value('business_name', '') + value('tax_id', '') === '' ? '' : 'open'}>
    <summary>${texts.business}</summary>
    <label for="business_name">${texts.businessName}</label>
    <input id="business_name" name="business_name" autocomplete="organization" value="${value('business_name', '')}" />
    <label for="tax_id">${texts.taxId}</label>
    <input id="tax_id" name="tax_id" value="${value('tax_id', '')}" />
  </details>`;

/** @returns undefined if the expiry is no month and year */
export function readCardForm(form: URLSearchParams): CardForm | undefined {
  const expiry = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(form.get('expiry') ?? '');
  if (!expiry) return undefined;
  const year = Number(expiry[2]);
  return {
    number: form.get('number') ?? '',
    expMonth: Number(expiry[1]),
    expYear: year < 100 ? 2000 + year : year,
    cvc: form.get('cvc') ?? '',
    email: form.get('email')?.trim() || null,
    name: form.get('name')?.trim() || null,
    outcome: OUTCOMES.find((outcome): outcome is Outcome => outcome === form.get('outcome')),
  };
}
