import type { ErrorCode } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { AppError, type AppErrorOptions } from '../../../platform/errors/app-error.js';
import { ERROR_MESSAGES } from '../../../platform/errors/messages.js';
import { toolFailure, type FailureContext } from './tool-failure.js';

const CONTEXT = { requestId: 'request-1', publicOrigin: 'https://lumina.example', creditsLeft: null } as const;

/** What follows the sentence of the code and precedes the code itself. */
function told(code: ErrorCode, locale: 'en' | 'zh', more: AppErrorOptions & Partial<FailureContext> = {}): string {
  const { isError, content } = toolFailure(new AppError(code, more), { ...CONTEXT, locale, ...more });
  const [first] = content as { text: string }[];
  expect([isError, content.length]).toEqual([true, 1]);
  const [before, after] = [ERROR_MESSAGES[code][locale], `(${code}, request request-1)`];
  expect(first?.text.startsWith(before)).toBe(true);
  expect(first?.text.endsWith(after)).toBe(true);
  return first?.text.slice(before.length, -after.length).trim() ?? '';
}

test.each<[ErrorCode, string, string]>([
  [
    'INSUFFICIENT_CREDITS',
    'More credits: https://lumina.example/pricing',
    '获取更多积分：https://lumina.example/zh/pricing',
  ],
  [
    'PLAN_LIMIT',
    'What each plan includes: https://lumina.example/pricing',
    '各套餐说明：https://lumina.example/zh/pricing',
  ],
  [
    'API_KEY_BUDGET_USED',
    'It has credits again after midnight (UTC). Its owner can change that: https://lumina.example/api?tab=keys',
    '额度将于 UTC 零点后恢复，所有者可在此调整：https://lumina.example/zh/api?tab=keys',
  ],
  [
    'SCOPE_MISSING',
    'Its owner can make a key with more scopes: https://lumina.example/api?tab=keys',
    '所有者可在此创建权限更多的密钥：https://lumina.example/zh/api?tab=keys',
  ],
  ['MODEL_NOT_SUPPORTED', 'The tool models lists those that are available.', '可用模型请调用工具 models 查询。'],
  ['NOT_FOUND', '', ''],
])('%s names its next step in both languages', (code, english, chinese) => {
  expect(told(code, 'en')).toBe(english);
  expect(told(code, 'zh')).toBe(chinese);
});

test.each([
  ['en', 'Credits left: 0. Try again in 8 s.'],
  ['zh', '剩余积分：0。 请在 8 秒后重试。'],
] as const)('in %s, it tells the credits where they matter, and whole seconds until a retry', (locale, expected) => {
  expect(told('RATE_LIMITED', locale, { creditsLeft: 0, retryAfter: 7.2 })).toBe(expected);
});

test('each wrong field is named as the tool names it', () => {
  const details = [
    { path: 'body.size', code: 'invalid', message: 'is unknown' },
    { path: 'seed', code: 'invalid', message: 'is too large' },
  ];
  expect(told('VALIDATION_FAILED', 'en', { details })).toBe('size: is unknown seed: is too large');
});
