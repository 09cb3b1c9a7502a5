import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode-text';
import { parseLines, parseTable } from './parse-table';
import { countPrompts, expandTemplate } from './template';

const GBK = [0xcc, 0xe1, 0xca, 0xbe, 0xb4, 0xca];

describe('the text of a file', () => {
  it.each([
    ['UTF-8', [...new TextEncoder().encode('提示词')]],
    ['UTF-8 with a byte-order mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('提示词')]],
    ['UTF-16 with a byte-order mark', [0xff, 0xfe, 0xd0, 0x63, 0x3a, 0x79, 0xcd, 0x8b]],
    ['UTF-16 of the other byte order', [0xfe, 0xff, 0x63, 0xd0, 0x79, 0x3a, 0x8b, 0xcd]],
    ['GBK', GBK],
  ])('is read from %s', (_, bytes) => {
    expect(decodeText(new Uint8Array(bytes))).toBe('提示词');
  });

  it.each([
    ['a sheet of Excel', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x20, 0x61, 0x62]],
    ['an older sheet of Excel', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0x61]],
    ['a PDF of plain characters', [...new TextEncoder().encode('%PDF-1.7 text')]],
    ['an image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d]],
    ['UTF-16 without a mark', [0x41, 0x00, 0x42, 0x00]],
    ['of no encoding that is known here', [0xcc, 0xe1, 0xca]],
    ['broken after a mark', [0xef, 0xbb, 0xbf, 0xe6, 0x8f]],
  ])('is no text where it is %s', (_, bytes) => {
    expect(decodeText(new Uint8Array(bytes))).toBeNull();
  });

  it('may hold what another program could not read, where it is UTF-8', () => {
    expect(decodeText(new TextEncoder().encode('a fox \uFFFD'))).toBe('a fox \uFFFD');
  });
});

describe('rows', () => {
  it('are the lines that say something', () => {
    expect(parseLines('A fox\r\n\n  A whale \n')).toEqual([{ prompt: 'A fox' }, { prompt: 'A whale' }]);
  });

  it.each([',', ';', '\t'])('come from columns between %j, with quotes and line breaks', async (mark) => {
    const text = `style${mark}Prompt${mark}note\nanime${mark}"A fox${mark} ""red""\nat night"${mark}x\n`;
    expect(await parseTable(text)).toEqual({
      rows: [{ style: 'anime', prompt: `A fox${mark} "red"\nat night` }],
      ignored: ['note'],
      unreadable: [],
    });
  });

  it('come from Chinese headings', async () => {
    const { rows } = await parseTable('提示词,风格,张数\n雪中的狐狸,anime,2');
    expect(rows).toEqual([{ prompt: '雪中的狐狸', style: 'anime', count: '2' }]);
  });

  it('come from the first column of a table without headings', async () => {
    expect((await parseTable('A fox,1\nA whale,2')).rows).toEqual([{ prompt: 'A fox' }, { prompt: 'A whale' }]);
  });

  it('come from JSON lines, and name the lines that are none', async () => {
    const text = '{"prompt":"A fox","count":2,"seed":null,"mood":"calm"}\n"A whale"\n{broken\n[1]';
    expect(await parseTable(text)).toEqual({
      rows: [{ prompt: 'A fox', count: '2' }, { prompt: 'A whale' }],
      ignored: ['mood'],
      unreadable: [3, 4],
    });
  });
});

describe('a list in JSON', () => {
  const ROWS = { rows: [{ prompt: 'A fox', count: '2' }, { prompt: 'A whale' }], ignored: ['mood'], unreadable: [] };
  const list = [{ prompt: 'A fox', count: 2, seed: null, mood: 'calm' }, 'A whale'];

  it.each([
    ['on one line', JSON.stringify(list)],
    ['over many lines', `\n${JSON.stringify(list, null, 2)}\n`],
  ])('has the rows that JSON lines would have, %s', async (_, text) => {
    expect(await parseTable(text)).toEqual(ROWS);
  });

  it('names what is no row, and is none where it is damaged', async () => {
    expect(await parseTable('["A fox",7,["A crow"]]')).toMatchObject({
      rows: [{ prompt: 'A fox' }],
      unreadable: [2, 3],
    });
    expect(await parseTable('[{"prompt":"A fox"},{"prom')).toMatchObject({ rows: [], unreadable: [1] });
    expect(await parseTable('[]')).toEqual({ rows: [], ignored: [], unreadable: [] });
  });

  it('is not what only begins with its bracket', async () => {
    expect((await parseTable('[close-up] A fox\n[wide] A whale')).rows).toEqual([
      { prompt: '[close-up] A fox' },
      { prompt: '[wide] A whale' },
    ]);
  });
});

describe('a table', () => {
  it('is nothing when it is blank', async () => {
    expect(await parseTable(' \n ')).toEqual({ rows: [], ignored: [], unreadable: [] });
  });

  it('may begin with blank lines and have short and empty ones', async () => {
    expect((await parseTable('\n Prompt , Output-Format\nA fox\n,\nA whale, png ')).rows).toEqual([
      { prompt: 'A fox', output_format: '' },
      { prompt: 'A whale', output_format: 'png' },
    ]);
    expect(await parseTable('\n{"prompt":" A fox "}\r\n\n{"prompt":["x"]}\nnull')).toEqual({
      rows: [{ prompt: 'A fox' }, { prompt: '["x"]' }],
      ignored: [],
      unreadable: [5],
    });
  });

  it('names each unused column once, and none without a heading', async () => {
    expect((await parseTable('prompt, mood ,,mood\nA fox,calm,x,y')).ignored).toEqual(['mood']);
    expect((await parseTable(' A fox ,mood\n')).rows).toEqual([{ prompt: 'A fox' }]);
  });
});

describe('a template', () => {
  it('is cleaned of the gaps that an empty choice leaves, and counts equal choices once', () => {
    expect(expandTemplate(' A {red |} fox {at dawn|at  dawn| at dawn}', 50)).toEqual([
      'A red fox at dawn',
      'A red fox at dawn',
      'A fox at dawn',
      'A fox at dawn',
    ]);
    expect(countPrompts('A {a|a|b} fox')).toBe(2);
    expect(expandTemplate('  ', 50)).toEqual([]);
  });

  it('stands for each combination of its choices', () => {
    expect(expandTemplate('A {red|white} fox at {dawn|dusk}', 50)).toEqual([
      'A red fox at dawn',
      'A red fox at dusk',
      'A white fox at dawn',
      'A white fox at dusk',
    ]);
  });

  it('leaves alone what is no choice', () => {
    expect(expandTemplate('A {fox} and {a|b', 50)).toEqual(['A {fox} and {a|b']);
    expect(countPrompts('  ')).toBe(0);
  });

  it('is counted without being expanded, and never expanded beyond the limit', () => {
    const template = '{a|b|c|d|e|f|g|h|i|j}'.repeat(15);
    expect(countPrompts(template)).toBe(1e15);
    expect(expandTemplate(template, 10)).toHaveLength(10);
  });
});
