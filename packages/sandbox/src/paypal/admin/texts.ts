import type { Texts } from '../../kit/language.js';
import type { WebhookMode } from '../../kit/webhook-delivery.js';

export interface SectionTexts {
  intro: string;
  subscriptions: string;
  payments: string;
  deliveries: string;
  webhooks: string;
  none: string;
  modes: Record<WebhookMode, string>;
  apply: string;
  flush: string;
  resend: string;
  states: Record<'waiting' | 'delivered' | 'failed' | 'lost', string>;
  id: string;
  plan: string;
  person: string;
  status: string;
  next: string;
  funding: string;
  cancel: string;
  amount: string;
  time: string;
  event: string;
  delivery: string;
  noReceiver: string;
  outstanding: (amount: string) => string;
  dispute: string;
  buyerWins: string;
  sellerWins: string;
  reversed: string;
}

export const SECTION_TEXTS: Texts<SectionTexts> = {
  en: {
    intro: 'Move the clock forward to see renewals: they are taken one hour after they are due.',
    subscriptions: 'PayPal: subscriptions',
    payments: 'PayPal: payments',
    deliveries: 'PayPal: events and deliveries',
    webhooks: 'Webhooks',
    none: 'none yet',
    modes: {
      normal: 'arrive as usual',
      late: 'arrive late',
      twice: 'arrive twice',
      out_of_order: 'arrive newest first',
      lost: 'get lost',
    },
    apply: 'Apply',
    flush: 'Send what is waiting',
    resend: 'Send again',
    states: { waiting: 'waiting', delivered: 'delivered', failed: 'failed', lost: 'lost' },
    id: 'Id',
    plan: 'Plan',
    person: 'Person',
    status: 'Status',
    next: 'Next payment',
    funding: 'Pays with',
    cancel: 'Cancel as the person',
    amount: 'Amount',
    time: 'Time',
    event: 'Event',
    delivery: 'Deliveries',
    noReceiver: 'no webhook asks for it',
    outstanding: (amount) => `${amount} outstanding`,
    dispute: 'Open a dispute',
    buyerWins: 'Buyer wins',
    sellerWins: 'Seller wins',
    reversed: 'reversed',
  },
  zh: {
    intro: '把时钟拨快即可看到续费：到期一小时后扣款。',
    subscriptions: 'PayPal：订阅',
    payments: 'PayPal：付款',
    deliveries: 'PayPal：事件与投递',
    webhooks: 'Webhook',
    none: '暂无',
    modes: {
      normal: '正常送达',
      late: '延迟送达',
      twice: '送达两次',
      out_of_order: '最新的先送达',
      lost: '丢失',
    },
    apply: '应用',
    flush: '立即发送等待中的',
    resend: '重新发送',
    states: { waiting: '等待中', delivered: '已送达', failed: '失败', lost: '已丢失' },
    id: '编号',
    plan: '套餐',
    person: '用户',
    status: '状态',
    next: '下次扣款',
    funding: '付款方式',
    cancel: '以用户身份取消',
    amount: '金额',
    time: '时间',
    event: '事件',
    delivery: '投递',
    noReceiver: '没有 webhook 订阅该事件',
    outstanding: (amount) => `欠款 ${amount}`,
    dispute: '发起争议',
    buyerWins: '买家胜诉',
    sellerWins: '卖家胜诉',
    reversed: '已撤销',
  },
};
