import type { Language, Texts } from '../../kit/language.js';
import type { Outcome } from '../cards/outcomes.js';

export interface PageTexts {
  order: string;
  total: string;
  per: Record<string, string>;
  pay: string;
  subscribe: string;
  save: string;
  addCard: string;
  email: string;
  number: string;
  expiry: string;
  cvc: string;
  name: string;
  outcome: string;
  byNumber: string;
  outcomes: Record<Outcome, string>;
  hint: string;
  back: string;
  expired: string;
  complete: string;
  goOn: string;
  unknown: string;
  bank: string;
  bankText: string;
  confirm: string;
  refuse: string;
  invalidExpiry: string;
  invoice: string;
  status: Record<string, string>;
  download: string;
  receipt: string;
  business: string;
  businessName: string;
  taxId: string;
  invalidBusiness: string;
}

const EN: PageTexts = {
  order: 'Your order',
  total: 'Due today',
  per: { day: 'per day', week: 'per week', month: 'per month', year: 'per year' },
  pay: 'Pay',
  subscribe: 'Subscribe',
  save: 'Save card',
  addCard: 'Add a card',
  email: 'Email',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  cvc: 'Security code (CVC)',
  name: 'Name on card',
  outcome: 'Answer of the bank',
  byNumber: 'as the card number says',
  outcomes: {
    success: 'approved',
    authenticate: '3-D Secure each time',
    authenticate_once: '3-D Secure once',
    authenticate_then_decline: '3-D Secure, then declined',
    authenticate_then_insufficient_funds: '3-D Secure, then insufficient funds',
    decline_after_attach: 'can be saved, but every charge is declined',
    dispute_fraudulent: 'approved, then disputed: fraudulent',
    dispute_product_not_received: 'approved, then disputed: not received',
    inquiry: 'approved, then an inquiry',
    refund_pending: 'approved; refunds take time',
    refund_fails: 'approved; refunds fail',
    generic_decline: 'generic decline',
    insufficient_funds: 'insufficient funds',
    lost_card: 'lost card',
    stolen_card: 'stolen card',
    expired_card: 'expired card',
    incorrect_cvc: 'incorrect CVC',
    processing_error: 'processing error',
    incorrect_number: 'incorrect number',
    card_velocity_exceeded: 'limit exceeded',
    fraudulent: 'suspected fraud',
    authentication_required: 'authentication required',
    withdrawal_count_limit_exceeded: 'withdrawal limit exceeded',
    new_account_information_available: 'new account restricted',
    restricted_card: 'restricted card',
    security_violation: 'security violation',
    service_not_allowed: 'service not allowed',
    stop_payment_order: 'stop payment order',
    testmode_decline: 'test-mode decline',
    transaction_not_allowed: 'transaction not allowed',
    try_again_later: 'try again later',
    do_not_honor: 'card declined (do not honor)',
    no_reason: 'card declined without a reason',
  },
  hint: 'Any of Stripe’s test cards works, for example 4242 4242 4242 4242. No real money moves.',
  back: 'Back',
  expired: 'This checkout session has expired.',
  complete: 'This checkout session is complete.',
  goOn: 'Continue',
  unknown: 'There is no such page',
  bank: 'Your bank asks: is it you?',
  bankText: 'This stands for the 3-D Secure page of a bank.',
  confirm: 'Confirm the payment',
  refuse: 'Refuse',
  invalidExpiry: 'Enter the expiry as MM/YY.',
  invoice: 'Invoice',
  status: { draft: 'draft', open: 'open', paid: 'paid', uncollectible: 'uncollectible', void: 'void' },
  download: 'Download PDF',
  receipt: 'Receipt',
  business: 'I’m buying for a business',
  businessName: 'Business name',
  taxId: 'Tax ID',
  invalidBusiness:
    'Enter the business name and a tax ID, for example DE123456789, GB123456789, 12-3456789 or a Chinese one of 18 characters.',
};

const ZH: PageTexts = {
  order: '你的订单',
  total: '今日应付',
  per: { day: '每天', week: '每周', month: '每月', year: '每年' },
  pay: '付款',
  subscribe: '订阅',
  save: '保存银行卡',
  addCard: '添加银行卡',
  email: '邮箱',
  number: '卡号',
  expiry: '有效期（MM/YY）',
  cvc: '安全码（CVC）',
  name: '持卡人姓名',
  outcome: '银行的答复',
  byNumber: '由卡号决定',
  outcomes: {
    success: '通过',
    authenticate: '每次都要 3-D 验证',
    authenticate_once: '只需一次 3-D 验证',
    authenticate_then_decline: '3-D 验证后仍被拒',
    authenticate_then_insufficient_funds: '3-D 验证后余额不足',
    decline_after_attach: '可以保存，但每次扣款都被拒',
    dispute_fraudulent: '通过，随后被拒付：欺诈',
    dispute_product_not_received: '通过，随后被拒付：未收到商品',
    inquiry: '通过，随后银行查询',
    refund_pending: '通过；退款需要时间',
    refund_fails: '通过；退款失败',
    generic_decline: '普通拒绝',
    insufficient_funds: '余额不足',
    lost_card: '挂失卡',
    stolen_card: '被盗卡',
    expired_card: '卡已过期',
    incorrect_cvc: '安全码错误',
    processing_error: '处理出错',
    incorrect_number: '卡号错误',
    card_velocity_exceeded: '超出限额',
    fraudulent: '疑似欺诈',
    authentication_required: '需要身份验证',
    withdrawal_count_limit_exceeded: '超出取款次数',
    new_account_information_available: '新账户受限',
    restricted_card: '受限制的卡',
    security_violation: '安全违规',
    service_not_allowed: '不支持该服务',
    stop_payment_order: '已止付',
    testmode_decline: '测试模式拒绝',
    transaction_not_allowed: '不允许该交易',
    try_again_later: '请稍后再试',
    do_not_honor: '被拒（不予承兑）',
    no_reason: '被拒，未说明原因',
  },
  hint: 'Stripe 的任何测试卡都可用，例如 4242 4242 4242 4242。不会产生真实付款。',
  back: '返回',
  expired: '结账会话已过期。',
  complete: '结账已完成。',
  goOn: '继续',
  unknown: '找不到这个页面',
  bank: '银行确认：是你本人吗？',
  bankText: '这里代表银行的 3-D 验证页面。',
  confirm: '确认付款',
  refuse: '拒绝',
  invalidExpiry: '请按 MM/YY 填写有效期。',
  invoice: '账单',
  status: { draft: '草稿', open: '待付款', paid: '已付款', uncollectible: '无法收款', void: '已作废' },
  download: '下载 PDF',
  receipt: '收据',
  business: '为企业购买',
  businessName: '企业名称',
  taxId: '税号',
  invalidBusiness: '请填写企业名称和税号，例如 DE123456789、GB123456789、12-3456789 或 18 位统一社会信用代码。',
};

const PAGE_TEXTS: Texts<PageTexts> = { en: EN, zh: ZH };

export const textsFor = (language: Language): PageTexts => PAGE_TEXTS[language];
