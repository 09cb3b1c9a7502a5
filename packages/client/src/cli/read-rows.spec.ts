import { describe, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { inFolder } from '../../test/support/program.js';
import { EXIT } from './failure.js';
import { readRows } from './read-rows.js';

async function rowsOf(name: string, text: string | Uint8Array) {
  const file = inFolder(name);
  await writeFile(file, text);
  return readRows(file);
}

describe('a table', () => {
  test.each([
    ['beside a heading of one column', 'prompt\na fox, red\n', 2],
    ['after an empty line and one of commas', '\nprompt,style\n\n,\na fox, red,anime\n', 5],
    ['after a cell of several lines', 'prompt,style\n"a fox\r\nin snow",anime\nan owl, grey,anime\n', 4],
    ['in a file with the line breaks of Windows', 'prompt,style\r\n\r\na fox, red,anime\r\n', 3],
    ['in a file with the line breaks of an old Mac', 'prompt,style\ran owl,\ra fox, red,anime\r', 3],
  ])('with more cells than columns %s is refused, with the line', async (_, text, line) => {
    await expect(rowsOf('prompts.csv', text)).rejects.toMatchObject({
      message: `Line ${line} of ${inFolder('prompts.csv')} has more cells than columns.`,
      next: 'Put prompts with commas in quotes.',
      exitCode: EXIT.usage,
    });
  });

  test('with another separator is told to have that in quotes', async () => {
    await expect(rowsOf('prompts.csv', 'prompt;style\na fox; red;anime\nan owl;\n')).rejects.toMatchObject({
      next: 'Put prompts with ";" in quotes.',
    });
  });

  test.each([
    ['to the end', 'prompt,style\nan owl,\n"a fox,anime\na cat,anime\n', 3],
    ['to the quote of another line', 'prompt,style\n\n"a fox,anime\n"a cat",anime\n', 3],
    ['after a cell of several lines', 'prompt,style\r\n"an owl\r\nin snow",\r\n"a fox,anime\r\n', 4],
    ['in its heading', '"prompt,style\na fox,anime\n', 1],
    ['although quotes stand in the prompt', 'prompt,style\n"a "red" fox",anime\n', 2],
  ])('with a quote that is not closed %s is refused, with its line', async (_, text, line) => {
    await expect(rowsOf('prompts.csv', text)).rejects.toMatchObject({
      message: `Line ${line} of ${inFolder('prompts.csv')} has a quote that is not closed.`,
      next: expect.stringContaining('Close it'),
      exitCode: EXIT.usage,
    });
  });

  test('of one column, with short rows and with quotes in place is read', async () => {
    expect(await rowsOf('prompts.csv', 'prompt\na fox\n')).toEqual([{ prompt: 'a fox' }]);
    const text = 'prompt,style\na fox\n"an ""old"" owl, grey",anime\na 5" disk,\n"two\nlines",\n';
    expect(await rowsOf('prompts.csv', text)).toEqual([
      { prompt: 'a fox' },
      { prompt: 'an "old" owl, grey', style: 'anime' },
      { prompt: 'a 5" disk' },
      { prompt: 'two\nlines' },
    ]);
  });

  test('with tabs between its cells is read by the ending .tsv', async () => {
    const text = 'prompt\tstyle\tseed\na fox, red\tanime\t7\nan owl\n';
    expect(await rowsOf('prompts.TSV', text)).toEqual([
      { prompt: 'a fox, red', style: 'anime', seed: 7 },
      { prompt: 'an owl' },
    ]);
    await expect(rowsOf('prompts.tsv', 'prompt\tstyle\na fox\tred\tanime\n')).rejects.toMatchObject({
      next: 'Put prompts with tabs in quotes.',
    });
  });

  test('has no cells where lines end with empty ones', async () => {
    const row = { prompt: 'a fox', style: 'anime' };
    expect(await rowsOf('prompts.csv', 'prompt,style\na fox,anime,, \n')).toEqual([row]);
  });

  test('with several kinds of line breaks has a row a line', async () => {
    expect(await rowsOf('prompts.csv', 'prompt\r\na fox\nan owl\n')).toEqual([
      { prompt: 'a fox' },
      { prompt: 'an owl' },
    ]);
  });
});

test('the ending of a file counts in large letters, too', async () => {
  expect(await rowsOf('prompts.CSV', 'prompt,seed\na fox,7\n')).toEqual([{ prompt: 'a fox', seed: 7 }]);
  expect(await rowsOf('prompts.JsonL', '{"prompt":"a fox"}\n')).toEqual([{ prompt: 'a fox' }]);
  expect(await rowsOf('prompts.ndJSON', '{"prompt":"a fox"}\n')).toEqual([{ prompt: 'a fox' }]);
  expect(await rowsOf('prompts.TXT', 'a fox, red\n')).toEqual([{ prompt: 'a fox, red' }]);
});

test('a line that is no JSON is refused', async () => {
  await expect(rowsOf('prompts.jsonl', '{"prompt":\n')).rejects.toMatchObject({
    message: expect.stringContaining('cannot be read'),
    exitCode: EXIT.usage,
  });
});

test.each(['json', 'JSON', 'xlsx', 'xls', 'ods'])(
  'a file .%s is refused, whose lines are no prompts',
  async (ending) => {
    await expect(rowsOf(`prompts.${ending}`, '[\n{"prompt":"a fox"}\n]\n')).rejects.toMatchObject({
      message: `${inFolder(`prompts.${ending}`)} cannot be read: its lines are no prompts.`,
      next: 'Save it as .csv or .tsv with a line of column names, as .jsonl, or as .txt with a prompt a line.',
      exitCode: EXIT.usage,
    });
  },
);

describe('a text', () => {
  const GBK_FOX = Buffer.from([0xba, 0xfc, 0xc0, 0xea, 0x0a]);

  test.each([
    ['of Chinese Windows', 'prompts.txt', GBK_FOX],
    ['of Chinese Windows in a table', 'prompts.csv', Buffer.concat([Buffer.from('prompt\n'), GBK_FOX])],
    ['in UTF-16', 'prompts.txt', Buffer.from('\uFEFFa fox\n', 'utf16le')],
    ['in UTF-16 without a mark', 'prompts.txt', Buffer.from('a fox\n', 'utf16le')],
  ])('%s is refused, with the encoding to save it in', async (_, name, bytes) => {
    await expect(rowsOf(name, bytes)).rejects.toMatchObject({
      message: `${inFolder(name)} cannot be read: it is no text in UTF-8.`,
      next: 'Save it as UTF-8; Excel calls that "CSV UTF-8".',
      exitCode: EXIT.usage,
    });
  });

  test('with the mark of UTF-8 is read without it', async () => {
    expect(await rowsOf('prompts.txt', '\uFEFF狐狸\n')).toEqual([{ prompt: '狐狸' }]);
  });
});
