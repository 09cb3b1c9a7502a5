import type { StatementLine } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { statementHead, statementRows } from './statement-file.js';

const RECEIVED: StatementLine = {
  id: 1,
  at: '2026-11-01T08:09:10.123Z',
  kind: 'grant',
  credits: 200,
  amount: 200,
  balance: 200,
  picture: null,
  grant: { kind: 'plan_month', expiresAt: '2026-12-01T08:09:10.123Z', invoice: 'in_1' },
};
const HELD: StatementLine = {
  ...RECEIVED,
  id: 2,
  kind: 'hold',
  credits: -3.5,
  amount: 3.5,
  balance: 196.5,
  picture: { imageId: 'i', generationId: 'g', frameNumber: 7, prompt: 'a fox', isDeleted: false, thumbnail: null },
  grant: null,
};
const shown = (line: StatementLine, locale: 'en' | 'zh' = 'en'): string => statementRows([line], locale).trimEnd();

test('the columns are named in the language of the reader, in a file that spreadsheets read', () => {
  expect(statementHead('en')).toMatch(/^\uFEFFNo\.,Time \(UTC\),Type,.*,Valid until \(UTC\)\r\n$/);
  expect(statementHead('zh')).toMatch(/^\uFEFF序号,时间（UTC）,类型,.*,有效期至（UTC）\r\n$/);
});

test('credits that were received are told with what they are from and until when they are valid', () => {
  expect(shown(RECEIVED)).toBe(
    '1,2026-11-01 08:09:10,Received,200,200,200,,,,,Monthly plan credits,2026-12-01 08:09:10',
  );
  expect(shown(RECEIVED, 'zh')).toBe('1,2026-11-01 08:09:10,到账,200,200,200,,,,,套餐月度积分,2026-12-01 08:09:10');
  expect(shown({ ...RECEIVED, grant: { kind: 'adjustment', expiresAt: null, invoice: null } })).toMatch(
    /,Adjustment,$/,
  );
});

test('credits of an image are told with the image, and of a deleted one without its prompt', () => {
  expect(shown(HELD)).toBe('2,2026-11-01 08:09:10,Held,-3.5,3.5,196.5,7,a fox,i,g,,');
  const deleted: StatementLine = { ...HELD, picture: HELD.picture && { ...HELD.picture, isDeleted: true } };
  expect(shown(deleted)).toBe('2,2026-11-01 08:09:10,Held,-3.5,3.5,196.5,7,(image deleted),i,g,,');
});
