import { html } from 'hono/html';
import type { Language, Texts } from './language.js';
import type { Markup } from './markup.js';

const TEXTS: Texts<{ use: string; failures: string; keywords: string }> = {
  en: {
    use: 'Not in use unless you ask for it. To use it, start the application with these settings:',
    failures: 'Failures on demand',
    keywords:
      'Put one of these words into a prompt: it fails each time. “#cut/4” fails for one in four images in a row, “#cut*2” only the first two times.',
  },
  zh: {
    use: '默认不启用。如需使用，请在启动应用时加上以下环境变量：',
    failures: '按需触发故障',
    keywords:
      '把下面任意一个词写进提示词，请求就会按对应方式失败。“#cut/4”表示连续四张中失败一张，“#cut*2”表示只失败前两次。',
  },
};

export const describeOffer = (language: Language, title: string, settings: Record<string, string>): Markup =>
  html`<h2>${title}</h2>
    <p class="muted">${TEXTS[language].use}</p>
    <pre>
${Object.entries(settings)
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}</pre>`;

export const describeKeywords = (language: Language, kinds: readonly string[]): Markup =>
  html`<details>
    <summary>${TEXTS[language].failures}</summary>
    <p class="muted">${TEXTS[language].keywords}</p>
    <p>${kinds.map((kind) => html`<code>#${kind}</code> `)}</p>
  </details>`;
