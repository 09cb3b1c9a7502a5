import type { Texts } from '../../kit/language.js';
import type { Funding } from '../funding.js';

export interface PageTexts {
  title: string;
  payTo: (merchant: string) => string;
  subscribeTo: (merchant: string) => string;
  changeAt: (merchant: string) => string;
  perDay: (count: number) => string;
  perWeek: (count: number) => string;
  perMonth: (count: number) => string;
  perYear: (count: number) => string;
  trial: string;
  fromNextPayment: (date: string) => string;
  account: string;
  givenName: string;
  surname: string;
  email: string;
  invalidAccount: string;
  funding: string;
  fundings: Record<Funding, string>;
  declinedBefore: string;
  pay: string;
  continue: string;
  subscribe: string;
  change: string;
  cancel: string;
  gone: string;
  goneHint: string;
  done: string;
  doneHint: string;
  autopay: string;
  noAutopay: string;
  unpaid: (amount: string) => string;
  nextPayment: (time: string) => string;
  save: string;
}

export const PAGE_TEXTS: Texts<PageTexts> = {
  en: {
    title: 'PayPal (sandbox)',
    payTo: (merchant) => `Pay ${merchant}`,
    subscribeTo: (merchant) => `Subscribe at ${merchant}`,
    changeAt: (merchant) => `Change your subscription at ${merchant}`,
    perDay: (count) => (count === 1 ? 'every day' : `every ${count} days`),
    perWeek: (count) => (count === 1 ? 'every week' : `every ${count} weeks`),
    perMonth: (count) => (count === 1 ? 'every month' : `every ${count} months`),
    perYear: (count) => (count === 1 ? 'every year' : `every ${count} years`),
    trial: 'trial',
    fromNextPayment: (date) => `The new price applies from your next payment on ${date}.`,
    account: 'PayPal account',
    givenName: 'First name',
    surname: 'Last name',
    email: 'Email',
    invalidAccount: 'Enter a first name, a last name and a valid email.',
    funding: 'Pay with',
    fundings: {
      balance: 'PayPal balance',
      card: 'Visa ending in 1111',
      echeck: 'Bank account: pending for three days (purchases only)',
      renewal_declined: 'Visa ending in 0341: the first payment succeeds, renewals are declined',
      card_declined: 'Visa ending in 0002: declined (INSTRUMENT_DECLINED)',
      refused: 'Visa ending in 9995: refused by PayPal (TRANSACTION_REFUSED)',
      account_restricted: 'Restricted account (PAYER_ACCOUNT_RESTRICTED)',
    },
    declinedBefore: 'This payment was declined before. Choose another way to pay.',
    pay: 'Complete purchase',
    continue: 'Continue to review',
    subscribe: 'Agree and subscribe',
    change: 'Agree to the change',
    cancel: 'Cancel and return',
    gone: 'Nothing to approve here',
    goneHint: 'The link is wrong, or this was approved or ended before.',
    done: 'Approved',
    doneHint: 'The merchant named no address to return to. You can close this page.',
    autopay: 'Automatic payments',
    noAutopay: 'There are none.',
    unpaid: (amount) => `${amount} could not be taken.`,
    nextPayment: (time) => `Next attempt: ${time}`,
    save: 'Save',
  },
  zh: {
    title: 'PayPal（沙盒）',
    payTo: (merchant) => `向 ${merchant} 付款`,
    subscribeTo: (merchant) => `订阅 ${merchant}`,
    changeAt: (merchant) => `更改在 ${merchant} 的订阅`,
    perDay: (count) => (count === 1 ? '每天' : `每 ${count} 天`),
    perWeek: (count) => (count === 1 ? '每周' : `每 ${count} 周`),
    perMonth: (count) => (count === 1 ? '每月' : `每 ${count} 个月`),
    perYear: (count) => (count === 1 ? '每年' : `每 ${count} 年`),
    trial: '试用',
    fromNextPayment: (date) => `新价格从 ${date} 的下次扣款起生效。`,
    account: 'PayPal 账户',
    givenName: '名',
    surname: '姓',
    email: '邮箱',
    invalidAccount: '请填写姓、名和有效的邮箱。',
    funding: '付款方式',
    fundings: {
      balance: 'PayPal 余额',
      card: '尾号 1111 的 Visa 卡',
      echeck: '银行账户：三天后到账（仅限单次付款）',
      renewal_declined: '尾号 0341 的 Visa 卡：首次付款成功，续费被拒',
      card_declined: '尾号 0002 的 Visa 卡：被拒（INSTRUMENT_DECLINED）',
      refused: '尾号 9995 的 Visa 卡：被 PayPal 拒绝（TRANSACTION_REFUSED）',
      account_restricted: '受限账户（PAYER_ACCOUNT_RESTRICTED）',
    },
    declinedBefore: '此前的付款被拒，请换一种付款方式。',
    pay: '完成付款',
    continue: '继续',
    subscribe: '同意并订阅',
    change: '同意更改',
    cancel: '取消并返回',
    gone: '这里没有待确认的内容',
    goneHint: '链接有误，或者已经确认或结束。',
    done: '已确认',
    doneHint: '商家没有提供返回地址，你可以关闭此页面。',
    autopay: '自动付款',
    noAutopay: '暂无自动付款。',
    unpaid: (amount) => `${amount} 扣款失败。`,
    nextPayment: (time) => `下次扣款：${time}`,
    save: '保存',
  },
};
