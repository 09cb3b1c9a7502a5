import { html } from 'hono/html';
import type { Language, Texts } from '../kit/language.js';
import type { Markup } from '../kit/markup.js';
import { momentOf } from '../kit/page.js';
import type { Grants } from './grants.js';

interface SectionTexts {
  people: string;
  email: string;
  latest: string;
  never: string;
  unverified: string;
  noEmail: string;
}

const TEXTS: Texts<SectionTexts> = {
  en: {
    people: 'Person',
    email: 'Email',
    latest: 'Latest sign-in',
    never: 'never',
    unverified: 'not verified',
    noEmail: 'none shared',
  },
  zh: { people: '用户', email: '邮箱', latest: '最近登录', never: '从未', unverified: '未验证', noEmail: '未提供' },
};

export interface AccountsSection {
  provider: string;
  accounts: { id: string; name: string; addresses: { email: string; verified: boolean }[] }[];
  grants: Grants;
}

export function renderAccounts(language: Language, { provider, accounts, grants }: AccountsSection): Markup {
  const texts = TEXTS[language];
  const latest = new Map<string, number>();
  for (const grant of grants.list().toReversed()) latest.set(grant.accountId, grant.issuedAt);
  const when = (id: string) => {
    const at = latest.get(id);
    return at === undefined ? texts.never : momentOf(at);
  };
  const address = ({ email, verified }: { email: string; verified: boolean }) =>
    html`<div>${email} ${verified ? '' : html`<span class="mark">${texts.unverified}</span>`}</div>`;
  return html`<h2>${provider}</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">${texts.people}</th>
            <th scope="col">${texts.email}</th>
            <th scope="col">${texts.latest}</th>
          </tr>
        </thead>
        <tbody>
          ${accounts.map(
            ({ id, name, addresses }) =>
              html`<tr>
                <td>${name}</td>
                <td>${addresses.length > 0 ? addresses.map(address) : texts.noEmail}</td>
                <td>${when(id)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
