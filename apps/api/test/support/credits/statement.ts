import { quotaCalls, type Answer, type StatementFilter, type StatementLine } from '@app/contracts';
import type { ShowStatement } from '../../../src/modules/quota/application/show-statement.js';
import { StatementThumbnails } from '../../../src/modules/quota/application/statement-thumbnails.js';

/** For a statement without the images module. */
export function withoutThumbnails(): StatementThumbnails {
  const thumbnails = new StatementThumbnails();
  thumbnails.register({ findThumbnails: () => Promise.resolve(new Map()) });
  return thumbnails;
}

export const readPage = async (
  statement: ShowStatement,
  userId: string,
  question: StatementFilter & { page?: number; limit?: number } = {},
): Promise<Answer<'quota.statement'>> => {
  const page = await statement.page(userId, { page: 1, limit: 100, ...question });
  return quotaCalls.statement.schemas.answer.parse(page);
};

/** Every line of it, newest first, page by page. */
export async function readAll(
  statement: ShowStatement,
  userId: string,
  filter: StatementFilter = {},
  limit = 100,
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = await readPage(statement, userId, { ...filter, page, limit });
    lines.push(...data);
    if (data.length === 0 || lines.length >= total) return lines;
  }
}

/** The CSV file as one text. */
export async function readFile(
  statement: ShowStatement,
  userId: string,
  filter: StatementFilter = {},
  locale: 'en' | 'zh' = 'en',
): Promise<string> {
  let text = '';
  for await (const piece of await statement.file(userId, filter, locale)) text += piece;
  return text;
}
