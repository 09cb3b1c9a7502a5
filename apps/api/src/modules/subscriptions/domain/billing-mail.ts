import type { PaidPlan, PaymentProviderId, PreferenceLanguage, Preferences } from '@app/contracts';
import { renderMail } from '../../../platform/mail/mail-layout.js';

export const MAIL_KINDS = ['receipt', 'failed', 'refunded', 'refund_failed'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
/** A refund that the bank sent back has other texts than one that was never made, and PayPal repeats a charge by itself, unless the plan was cancelled. */
type TextKind = MailKind | 'refund_refused' | 'unearned_refused' | 'failed_at_paypal' | 'failed_for_good';

export interface MailFacts {
  plan: PaidPlan;
  isAnnual: boolean;
  amountCents: number;
  /** Of the next charge, or until when a failed renewal leaves the plan. */
  until: string | null;
  invoiceNumber: string | null;
  payUrl: string | null;
  /** Of a refund that failed: the credits that were taken for it were given back. */
  areCreditsBack?: boolean;
  /** Of a refund that failed: the provider did not make it. */
  isRefused?: boolean;
  /** Of a charge that failed. */
  provider?: PaymentProviderId;
  /** Of a charge that failed: the plan ends with its grace. */
  isCancelled?: boolean;
  /** Of a refund: false where no credits had been given for the payment. */
  hadCredits?: boolean;
}

export type MailPreferences = Pick<Preferences, 'language' | 'timezone'>;

interface Frame {
  productName: string;
  publicOrigin: string;
  supportEmail: string;
}

interface LineFacts {
  what: string;
  amount: string;
  until: string | null;
  number: string | null;
  support: string;
  areCreditsBack: boolean;
  hadCredits: boolean;
}

interface Texts {
  path: string;
  plans: Record<PaidPlan, string>;
  interval: (isAnnual: boolean) => string;
  subject: Record<TextKind, (product: string) => string>;
  lines: Record<TextKind, (facts: LineFacts) => string[]>;
  button: Record<TextKind, string>;
}

const dayOf = (iso: string, { language, timezone }: MailPreferences): string =>
  new Date(iso).toLocaleDateString(language, { year: 'numeric', month: 'long', day: 'numeric', timeZone: timezone });

const NO_CREDITS: Record<PreferenceLanguage, string> = {
  'en-US':
    'It had brought no credits: your plan had ended by then, you already had another one, or its period was over before we learned of it.',
  'zh-CN': '这笔款项没有发放积分：付款时套餐已经结束，或您已有其他套餐，或我们得知付款时对应的周期已过。',
};

const TEXTS: Record<PreferenceLanguage, Texts> = {
  'en-US': {
    path: '/profile?tab=subscription',
    plans: { pro: 'Pro', enterprise: 'Enterprise' },
    interval: (isAnnual) => (isAnnual ? ' (annual)' : ' (monthly)'),
    subject: {
      receipt: (product) => `Your ${product} receipt`,
      failed: (product) => `Your ${product} payment failed`,
      failed_at_paypal: (product) => `Your ${product} payment failed`,
      failed_for_good: (product) => `Your ${product} payment failed`,
      refunded: (product) => `Your ${product} refund`,
      refund_failed: (product) => `Your ${product} refund was sent back`,
      refund_refused: (product) => `Your ${product} refund was not possible`,
      unearned_refused: (product) => `Your ${product} refund was not possible`,
    },
    lines: {
      receipt: ({ what, amount, until, number }) => [
        `Thank you. We received ${amount} for ${what}.`,
        ...(number ? [`Invoice ${number}; its PDF is in your profile.`] : []),
        ...(until ? [`The next charge is on ${until}.`] : []),
      ],
      failed: ({ what, amount, until }) => [
        `We could not charge ${amount} for ${what}.`,
        ...(until
          ? [`Your plan stays until ${until}, without new credits. Please pay by then; the credits follow the payment.`]
          : []),
      ],
      failed_at_paypal: ({ what, amount, until }) => [
        `PayPal could not take ${amount} for ${what}.`,
        ...(until
          ? [
              `Your plan stays until ${until}, without new credits. PayPal tries again automatically within a few days. Please check your payment method there; the credits follow the payment.`,
            ]
          : []),
      ],
      failed_for_good: ({ what, amount, until }) => [
        `PayPal could not take ${amount} for ${what}, and does not try again.`,
        ...(until ? [`Your plan stays until ${until}, without new credits, and ends then.`] : []),
      ],
      refunded: ({ what, amount, hadCredits }) => [
        `We refunded ${amount} for ${what}. Banks take 5 to 10 days to show it.`,
        hadCredits
          ? 'The credits that this amount had paid for were taken back. Your images stay.'
          : `${NO_CREDITS['en-US']} Your images stay.`,
      ],
      refund_failed: ({ what, amount, support, areCreditsBack }) => [
        `Your bank sent back the refund of ${amount} for ${what}, so the money has not reached you.`,
        areCreditsBack
          ? `The credits that were taken back for it are yours again. If you still want the refund, write to ${support}.`
          : `It is still yours. Write to ${support}, and we pay it another way.`,
      ],
      refund_refused: ({ what, amount, support, areCreditsBack }) => [
        `The payment service refused to refund ${amount} for ${what}. Nothing was refunded, and your plan stays as it is.`,
        areCreditsBack
          ? 'The credits that were taken back for it are yours again.'
          : 'The payment is disputed: your bank decides about the money, and the credits follow.',
        `If you have a question about it, write to ${support}.`,
      ],
      unearned_refused: ({ what, amount, support }) => [
        `You paid ${amount} for ${what}. The payment service refused to refund it, so the money has not reached you.`,
        NO_CREDITS['en-US'],
        `The money is still yours: write to ${support}, and we pay it another way. If you have disputed the payment, your bank decides instead.`,
      ],
    },
    button: {
      receipt: 'View subscription',
      failed: 'Pay now',
      failed_at_paypal: 'Open PayPal',
      failed_for_good: 'View subscription',
      refunded: 'View subscription',
      refund_failed: 'Write to us',
      refund_refused: 'Write to us',
      unearned_refused: 'Write to us',
    },
  },
  'zh-CN': {
    path: '/zh/profile?tab=subscription',
    plans: { pro: '专业版', enterprise: '企业版' },
    interval: (isAnnual) => (isAnnual ? '（按年）' : '（按月）'),
    subject: {
      receipt: (product) => `${product} 付款收据`,
      failed: (product) => `${product} 扣款失败`,
      failed_at_paypal: (product) => `${product} 扣款失败`,
      failed_for_good: (product) => `${product} 扣款失败`,
      refunded: (product) => `${product} 退款通知`,
      refund_failed: (product) => `${product} 退款被银行退回`,
      refund_refused: (product) => `${product} 退款未成功`,
      unearned_refused: (product) => `${product} 退款未成功`,
    },
    lines: {
      receipt: ({ what, amount, until, number }) => [
        `感谢订阅。我们已收到 ${what}的付款 ${amount}。`,
        ...(number ? [`账单号：${number}，可在个人中心下载 PDF。`] : []),
        ...(until ? [`下次扣款日期：${until}。`] : []),
      ],
      failed: ({ what, amount, until }) => [
        `${what}的 ${amount} 扣款失败。`,
        ...(until ? [`您的套餐将保留至 ${until}，期间没有新积分。请在此之前完成付款，付款后积分会照常发放。`] : []),
      ],
      failed_at_paypal: ({ what, amount, until }) => [
        `PayPal 未能扣取 ${what}的 ${amount}。`,
        ...(until
          ? [
              `您的套餐将保留至 ${until}，期间没有新积分。PayPal 会在几天内自动重试，请先到 PayPal 检查付款方式，扣款成功后积分会照常发放。`,
            ]
          : []),
      ],
      failed_for_good: ({ what, amount, until }) => [
        `PayPal 未能扣取 ${what}的 ${amount}，之后不会再次扣款。`,
        ...(until ? [`您的套餐将保留至 ${until}，期间没有新积分，到期后结束。`] : []),
      ],
      refunded: ({ what, amount, hadCredits }) => [
        `${what}的 ${amount} 已退款，通常 5 至 10 天内到账。`,
        hadCredits ? '这笔款项对应的积分已收回，图片会保留。' : `${NO_CREDITS['zh-CN']}图片会保留。`,
      ],
      refund_failed: ({ what, amount, support, areCreditsBack }) => [
        `${what}的退款 ${amount} 被银行退回，款项未能到账。`,
        areCreditsBack
          ? `此前收回的积分已恢复。如仍需退款，请联系 ${support}。`
          : `这笔钱仍属于您，请联系 ${support}，我们会换一种方式退给您。`,
      ],
      refund_refused: ({ what, amount, support, areCreditsBack }) => [
        `支付服务拒绝了 ${what}的退款 ${amount}，款项没有退回，套餐保持不变。`,
        areCreditsBack ? '此前收回的积分已恢复。' : '这笔付款存在争议，款项由银行裁定，积分随裁定结果而定。',
        `如有疑问，请联系 ${support}。`,
      ],
      unearned_refused: ({ what, amount, support }) => [
        `${what}的付款 ${amount} 本应退还，但支付服务拒绝退款，款项未能到账。`,
        NO_CREDITS['zh-CN'],
        `这笔钱仍属于您，请联系 ${support}，我们会换一种方式退给您。如果您已对这笔付款提出争议，则由银行裁定。`,
      ],
    },
    button: {
      receipt: '查看订阅',
      failed: '立即支付',
      failed_at_paypal: '前往 PayPal',
      failed_for_good: '查看订阅',
      refunded: '查看订阅',
      refund_failed: '联系我们',
      refund_refused: '联系我们',
      unearned_refused: '联系我们',
    },
  },
};

function textKindOf(kind: MailKind, { isRefused, hadCredits, isCancelled, provider }: MailFacts): TextKind {
  if (kind === 'refund_failed' && isRefused) return hadCredits === false ? 'unearned_refused' : 'refund_refused';
  if (kind !== 'failed' || provider !== 'paypal') return kind;
  return isCancelled ? 'failed_for_good' : 'failed_at_paypal';
}

/** A mail about money, in the person's language; its days are those of the person's time zone. */
export function billingMail(
  kind: MailKind,
  facts: MailFacts,
  preferences: MailPreferences,
  { productName, publicOrigin, supportEmail }: Frame,
): { subject: string; text: string; html: string } {
  const { language } = preferences;
  const texts = TEXTS[language];
  const textKind = textKindOf(kind, facts);
  const lines = texts.lines[textKind]({
    what: `${productName} ${texts.plans[facts.plan]}${texts.interval(facts.isAnnual)}`,
    amount: `$${(facts.amountCents / 100).toFixed(2)}`,
    until: facts.until && dayOf(facts.until, preferences),
    number: facts.invoiceNumber,
    support: supportEmail,
    areCreditsBack: facts.areCreditsBack === true,
    hadCredits: facts.hadCredits !== false,
  });
  const links: Partial<Record<MailKind, string | null>> = {
    failed: textKind === 'failed_for_good' ? null : facts.payUrl,
    refund_failed: `mailto:${supportEmail}`,
  };
  const link = links[kind] ?? `${publicOrigin}${texts.path}`;
  const parts = [...lines, { label: texts.button[textKind], link }, productName];
  return { subject: texts.subject[textKind](productName), ...renderMail(language, parts) };
}
