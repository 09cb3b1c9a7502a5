import type { ErrorCode, Locale } from '@app/contracts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AppError } from '../../../platform/errors/app-error.js';
import { ERROR_MESSAGES } from '../../../platform/errors/messages.js';

interface Texts {
  prefix: string;
  retry: (seconds: number) => string;
  credits: (left: number) => string;
  next: Partial<Record<ErrorCode, (web: string) => string>>;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    prefix: '',
    retry: (seconds) => `Try again in ${seconds} s.`,
    credits: (left) => `Credits left: ${left}.`,
    next: {
      INSUFFICIENT_CREDITS: (web) => `More credits: ${web}/pricing`,
      PLAN_LIMIT: (web) => `What each plan includes: ${web}/pricing`,
      API_KEY_BUDGET_USED: (web) =>
        `It has credits again after midnight (UTC). Its owner can change that: ${web}/api?tab=keys`,
      SCOPE_MISSING: (web) => `Its owner can make a key with more scopes: ${web}/api?tab=keys`,
      MODEL_NOT_SUPPORTED: () => 'The tool models lists those that are available.',
      GENERATION_NOT_CANCELLABLE: () => 'The tool wait returns its images.',
      TOO_MANY_IN_FLIGHT: () => 'The tool wait returns when one has ended.',
      IDEMPOTENCY_KEY_REUSED: () => 'Use another idempotency_key for another request.',
    },
  },
  zh: {
    prefix: '/zh',
    retry: (seconds) => `请在 ${seconds} 秒后重试。`,
    credits: (left) => `剩余积分：${left}。`,
    next: {
      INSUFFICIENT_CREDITS: (web) => `获取更多积分：${web}/pricing`,
      PLAN_LIMIT: (web) => `各套餐说明：${web}/pricing`,
      API_KEY_BUDGET_USED: (web) => `额度将于 UTC 零点后恢复，所有者可在此调整：${web}/api?tab=keys`,
      SCOPE_MISSING: (web) => `所有者可在此创建权限更多的密钥：${web}/api?tab=keys`,
      MODEL_NOT_SUPPORTED: () => '可用模型请调用工具 models 查询。',
      GENERATION_NOT_CANCELLABLE: () => '可调用工具 wait 获取图片。',
      TOO_MANY_IN_FLIGHT: () => '可调用工具 wait 等待其中一个完成。',
      IDEMPOTENCY_KEY_REUSED: () => '不同的请求请使用不同的 idempotency_key。',
    },
  },
};

export interface FailureContext {
  locale: Locale;
  requestId: string;
  publicOrigin: string;
  /** Where they matter. */
  creditsLeft: number | null;
}

/** What happened, the credits that matter and the next step, as a person would read it. */
export function toolFailure({ code, details = [], retryAfter }: AppError, context: FailureContext): CallToolResult {
  const { prefix, retry, credits, next } = TEXTS[context.locale];
  const sentences = [
    ERROR_MESSAGES[code][context.locale],
    ...details.map(({ path, message }) => `${path.replace(/^body\./, '')}: ${message}`),
    ...(context.creditsLeft === null ? [] : [credits(context.creditsLeft)]),
    ...(retryAfter === undefined ? [] : [retry(Math.ceil(retryAfter))]),
    next[code]?.(`${context.publicOrigin}${prefix}`) ?? '',
    `(${code}, request ${context.requestId})`,
  ];
  return { isError: true, content: [{ type: 'text', text: sentences.filter(Boolean).join(' ') }] };
}
