import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ERROR_CODES } from '@app/contracts';
import { ERROR_MESSAGES } from './messages.js';

const PAGE = join(__dirname, '../../../../../docs/errors.md');

test.each(ERROR_CODES)('docs/errors.md has both messages of %s in its table of error codes', (code) => {
  const row = readFileSync(PAGE, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| \`${code}\` |`));
  const [, , , en, zh] = (row ?? '').split(/(?<!\\)\|/).map((cell) => cell.trim());
  expect({ en, zh }).toEqual(ERROR_MESSAGES[code]);
});
