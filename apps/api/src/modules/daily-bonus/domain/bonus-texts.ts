import { DAILY_BONUS_CREDITS, DAILY_BONUS_MONTHLY_LIMIT, type Locale } from '@app/contracts';
import type { BonusRefusal } from './daily-bonus.js';

export type BonusOutcome = 'claimed' | BonusRefusal;

export const BONUS_TEXTS: Record<BonusOutcome, Record<Locale, string>> = {
  claimed: {
    en: `Daily bonus claimed: +${DAILY_BONUS_CREDITS} credit`,
    zh: `领取成功，积分 +${DAILY_BONUS_CREDITS}`,
  },
  claimed_today: {
    en: 'You already have today’s bonus.',
    zh: '今天的奖励已经领过了。',
  },
  month_is_full: {
    en: `You have claimed all ${DAILY_BONUS_MONTHLY_LIMIT} bonuses of this month. Counting starts again on the 1st.`,
    zh: `本月 ${DAILY_BONUS_MONTHLY_LIMIT} 次奖励已全部领完，下月 1 日重新计算。`,
  },
  subscribed: {
    en: 'The daily bonus is for free accounts. Your plan brings its own credits every month.',
    zh: '每日奖励仅面向免费用户，你的套餐每月已包含积分。',
  },
  not_offered: {
    en: 'There is no daily bonus on this site.',
    zh: '本站未开放每日奖励。',
  },
};
