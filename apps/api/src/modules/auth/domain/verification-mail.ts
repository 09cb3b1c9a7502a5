import type { PreferenceLanguage } from '@app/contracts';
import { renderMail } from '../../../platform/mail/mail-layout.js';

interface Facts {
  productName: string;
  publicOrigin: string;
  token: string;
  hours: number;
}

interface Texts {
  path: string;
  subject: (productName: string) => string;
  greeting: string;
  request: (productName: string) => string;
  button: string;
  expiry: (hours: number) => string;
  ignore: string;
}

const TEXTS: Record<PreferenceLanguage, Texts> = {
  'en-US': {
    path: '/verify-email',
    subject: (productName) => `Confirm your email address for ${productName}`,
    greeting: 'Hello,',
    request: (productName) => `Please confirm that this address belongs to your ${productName} account:`,
    button: 'Confirm email address',
    expiry: (hours) => `The link works once, within ${hours} hours.`,
    ignore: 'If you did not sign in, you can ignore this email; nothing will be sent to you again.',
  },
  'zh-CN': {
    path: '/zh/verify-email',
    subject: (productName) => `请验证您的 ${productName} 账户邮箱`,
    greeting: '您好：',
    request: (productName) => `请确认这是您 ${productName} 账户的邮箱：`,
    button: '验证邮箱',
    expiry: (hours) => `链接 ${hours} 小时内有效，且仅可使用一次。`,
    ignore: '如果不是您本人登录，忽略此邮件即可，我们不会再向您发送邮件。',
  },
};

/** The token is in the fragment, which no server logs. */
export function verificationMail(
  language: PreferenceLanguage,
  { productName, publicOrigin, token, hours }: Facts,
): { subject: string; text: string; html: string } {
  const texts = TEXTS[language];
  const link = `${publicOrigin}${texts.path}#token=${token}`;
  const parts = [
    texts.greeting,
    texts.request(productName),
    { label: texts.button, link },
    texts.expiry(hours),
    texts.ignore,
    productName,
  ];
  return { subject: texts.subject(productName), ...renderMail(language, parts) };
}
