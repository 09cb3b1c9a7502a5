import type { PreferenceLanguage, Timezone } from '@app/contracts';
import { renderMail } from '../../../platform/mail/mail-layout.js';
import { mailTime } from '../../../platform/mail/mail-time.js';

export interface ExpiryFacts {
  productName: string;
  publicOrigin: string;
  credits: number;
  expiresAt: Date;
  timezone: Timezone;
  withOffer: boolean;
  /** Stops such mails without signing in. */
  unsubscribePage: string;
}

interface Texts {
  prefix: string;
  greeting: string;
  subject: (credits: number, day: string) => string;
  what: (credits: number, at: string, productName: string) => string;
  button: string;
  offer: (link: string) => string;
  why: (link: string) => string;
}

const TEXTS: Record<PreferenceLanguage, Texts> = {
  'en-US': {
    prefix: '',
    greeting: 'Hello,',
    subject: (credits, day) => `${credits} ${credits === 1 ? 'credit expires' : 'credits expire'} on ${day}`,
    what: (credits, at, productName) =>
      `${credits} of your ${productName} credits ${credits === 1 ? 'expires' : 'expire'} on ${at}.`,
    button: 'Use them now',
    offer: (link) => `The paid plans come with more credits every month: ${link}`,
    why: (link) => `You get this email because email notifications are on. To stop them, open: ${link}`,
  },
  'zh-CN': {
    prefix: '/zh',
    greeting: '您好：',
    subject: (credits, day) => `${credits} 积分将于 ${day}到期`,
    what: (credits, at, productName) => `您在 ${productName} 的 ${credits} 积分将于 ${at}到期。`,
    button: '立即使用',
    offer: (link) => `付费套餐每月提供更多积分：${link}`,
    why: (link) => `您已开启邮件通知，因此收到此邮件。如不想再收到，请打开：${link}`,
  },
};

export function expiryMail(
  language: PreferenceLanguage,
  { productName, publicOrigin, credits, expiresAt, timezone, withOffer, unsubscribePage }: ExpiryFacts,
): { subject: string; text: string; html: string } {
  const texts = TEXTS[language];
  const day = new Intl.DateTimeFormat(language, { timeZone: timezone, month: 'long', day: 'numeric' }).format(
    expiresAt,
  );
  const at = mailTime(expiresAt, language, timezone);
  const page = (path: string): string => `${publicOrigin}${texts.prefix}${path}`;
  const parts = [
    texts.greeting,
    texts.what(credits, at, productName),
    { label: texts.button, link: page('/generate') },
    ...(withOffer ? [texts.offer(page('/pricing'))] : []),
    texts.why(unsubscribePage),
    productName,
  ];
  return { subject: texts.subject(credits, day), ...renderMail(language, parts) };
}
