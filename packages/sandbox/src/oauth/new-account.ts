import { html } from 'hono/html';
import type { Language, Texts } from '../kit/language.js';
import type { Markup } from '../kit/markup.js';

interface FieldTexts {
  name: string;
  email: string;
  verified: string;
  invalid: string;
}

const TEXTS: Texts<FieldTexts> = {
  en: {
    name: 'Name',
    email: 'Email',
    verified: 'This email is verified',
    invalid: 'Enter a name and a valid email address',
  },
  zh: { name: '姓名', email: '邮箱', verified: '邮箱已验证', invalid: '请填写姓名和有效的邮箱地址' },
};

export function commonFields(language: Language): Markup {
  const texts = TEXTS[language];
  return html`<label for="new-name">${texts.name}</label>
    <input id="new-name" name="name" required />
    <label for="new-email">${texts.email}</label>
    <input id="new-email" name="email" type="email" required />
    <label class="check"><input type="checkbox" name="verified" value="yes" checked /> ${texts.verified}</label>`;
}

export const invalidAccountText = (language: Language): string => TEXTS[language].invalid;
