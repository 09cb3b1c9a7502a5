import { WEBHOOK_FAILING_DAYS, type PreferenceLanguage } from '@app/contracts';
import { renderMail } from '../../../platform/mail/mail-layout.js';

export interface DisabledFacts {
  productName: string;
  publicOrigin: string;
  url: string;
}

interface Texts {
  path: string;
  greeting: string;
  subject: (productName: string) => string;
  what: (url: string) => string;
  next: string;
  button: string;
}

const TEXTS: Record<PreferenceLanguage, Texts> = {
  'en-US': {
    path: '/api?tab=webhooks',
    greeting: 'Hello,',
    subject: (productName) => `A ${productName} webhook address was switched off`,
    what: (url) =>
      `Every delivery to ${url} failed for ${WEBHOOK_FAILING_DAYS} days, so we switched this webhook address off and stopped sending to it.`,
    next: 'Once it answers again, switch it on and replay what it missed from its delivery log.',
    button: 'Open webhooks',
  },
  'zh-CN': {
    path: '/zh/api?tab=webhooks',
    greeting: '您好：',
    subject: (productName) => `${productName} 已停用一个 Webhook 地址`,
    what: (url) => `发往 ${url} 的投递已连续 ${WEBHOOK_FAILING_DAYS} 天失败，我们已停用这个 Webhook 地址，不再投递。`,
    next: '地址恢复后，请重新启用，并在投递记录中重新投递错过的事件。',
    button: '查看 Webhook 地址',
  },
};

/** Tells of an endpoint that was disabled because it failed for days. */
export function disabledMail(
  language: PreferenceLanguage,
  { productName, publicOrigin, url }: DisabledFacts,
): { subject: string; text: string; html: string } {
  const texts = TEXTS[language];
  const parts = [
    texts.greeting,
    texts.what(url),
    texts.next,
    { label: texts.button, link: publicOrigin + texts.path },
    productName,
  ];
  return { subject: texts.subject(productName), ...renderMail(language, parts) };
}
