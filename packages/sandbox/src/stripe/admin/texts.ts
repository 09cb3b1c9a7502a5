import type { Language, Texts } from '../../kit/language.js';
import type { WEBHOOK_MODES } from '../store/settings.js';

export interface AdminTexts {
  intro: string;
  none: string;
  payments: string;
  subscriptions: string;
  events: string;
  deliveries: string;
  renew: string;
  renewHint: string;
  webhooks: string;
  noAddress: string;
  modes: Record<(typeof WEBHOOK_MODES)[number], string>;
  apply: string;
  resend: string;
  card: string;
  until: string;
  ends: string;
  address: string;
  attempts: string;
  noAnswer: string;
  dispute: string;
  status: Record<string, string>;
}

const EN: AdminTexts = {
  intro:
    'Customers, payments and subscriptions of the test account. Turn the clock above, or to the next renewal here.',
  none: 'Nothing yet.',
  payments: 'Payments',
  subscriptions: 'Subscriptions',
  events: 'Events',
  deliveries: 'Webhook deliveries',
  renew: 'Turn the clock to the next renewal',
  renewHint: 'Renewals are charged an hour after the period ends.',
  webhooks: 'Webhooks go to',
  noAddress: 'no address yet',
  modes: {
    normal: 'arrive as usual',
    late: 'arrive late',
    twice: 'arrive twice',
    shuffled: 'arrive in the opposite order',
    lost: 'are lost',
  },
  apply: 'Apply',
  resend: 'Send again',
  card: 'Its card, from now on',
  until: 'until',
  ends: 'ends',
  address: 'Address',
  attempts: 'Attempts',
  noAnswer: 'no answer',
  dispute: 'Dispute',
  status: {},
};

const ZH: AdminTexts = {
  intro: '测试账户的客户、付款和订阅。可以在上方拨动时钟，也可以在这里直接拨到下一次续费。',
  none: '暂无内容。',
  payments: '付款',
  subscriptions: '订阅',
  events: '事件',
  deliveries: 'Webhook 投递',
  renew: '把时钟拨到下一次续费',
  renewHint: '周期结束一小时后扣款。',
  webhooks: 'Webhook 发往',
  noAddress: '还没有地址',
  modes: { normal: '正常到达', late: '延迟到达', twice: '到达两次', shuffled: '倒序到达', lost: '丢失' },
  apply: '应用',
  resend: '重新发送',
  card: '从现在起，这张卡',
  until: '至',
  ends: '结束于',
  address: '地址',
  attempts: '次数',
  noAnswer: '无响应',
  dispute: '拒付',
  status: {
    active: '有效',
    canceled: '已取消',
    delivered: '已送达',
    failed: '失败',
    incomplete: '未完成',
    incomplete_expired: '未完成，已过期',
    lost: '丢失',
    past_due: '逾期',
    processing: '处理中',
    requires_action: '等待验证',
    requires_confirmation: '等待确认',
    requires_payment_method: '被拒',
    succeeded: '成功',
    unpaid: '欠费',
    waiting: '等待中',
  },
};

const TEXTS: Texts<AdminTexts> = { en: EN, zh: ZH };

export const adminTextsFor = (language: Language): AdminTexts => TEXTS[language];
