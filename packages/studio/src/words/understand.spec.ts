import { describe, expect, it } from '@jest/globals';
import { SUBJECTS } from './facts.js';
import { understand } from './understand.js';
import { VOCABULARY } from './vocabulary.js';

const texts = (prompt: string, negative = '') => understand(prompt, negative).words.map((word) => word.text);
const facts = (prompt: string, negative = '') => understand(prompt, negative).facts;

describe('vocabulary', () => {
  it('has two hundred meanings in both languages', () => {
    const bilingual = VOCABULARY.filter((row) => row.en.length > 0 && row.zh.length > 0);
    expect(bilingual.length).toBeGreaterThanOrEqual(200);
  });

  it('gives every word one meaning only', () => {
    const words = VOCABULARY.flatMap((row) => [...row.en, ...row.zh]);
    const twice = words.filter((word, i) => words.indexOf(word) !== i);
    expect(twice).toEqual([]);
  });

  it('means the same in both languages', () => {
    const meanings = (prompt: string) => ({ ...understand(prompt, ''), words: [] });
    for (const { en, zh } of VOCABULARY) expect(meanings(`noon, ${zh[0]}`)).toEqual(meanings(`noon, ${en[0]}`));
  });

  it('names every subject that can be drawn', () => {
    const named = new Set(VOCABULARY.flatMap((row) => row.sets));
    expect(SUBJECTS.filter((subject) => !named.has(`subject:${subject}`))).toEqual([]);
  });
});

describe('understanding a prompt', () => {
  it.each([
    ['马上出发', []],
    ['上海', ['backdrop:city']],
    ['星期天', []],
    ['明星海报', []],
    ['天花板', []],
    ['日本的生日', []],
    ['云南', []],
    ['hot dog', []],
    ['ice cream', []],
    ['catalog of starfish and seasons', []],
    ['熊猫', ['subject:panda']],
    ['猫头鹰', ['subject:owl']],
    ['海豚', ['subject:dolphin']],
    ['长颈鹿', ['subject:giraffe']],
    ['hot air balloon', ['subject:balloon']],
    ['恐龙', []],
  ])('does not match a word inside of another: %s', (prompt, expected) => {
    expect(facts(prompt)).toEqual(expected);
  });

  it.each([
    ['CATS', ['subject:cat']],
    ['two foxes', ['count:2', 'subject:fox']],
    ['golden-hour  lake', ['time:golden', 'water:lake']],
    ['一只猫在月光下', ['subject:cat', 'time:night', 'sky:moon']],
  ])('matches the forms of %s', (prompt, expected) => {
    expect(facts(prompt)).toEqual(expected);
  });

  it.each([
    ['a lake, no clouds', ''],
    ['a lake without any clouds', ''],
    ['a lake, cloud-free', ''],
    ['一个湖，不要云', ''],
    ['一个湖，没有任何云', ''],
    ['a lake', 'clouds'],
    ['湖', '云'],
  ])('treats %s like the negative prompt "%s"', (prompt, negative) => {
    const understood = understand(prompt, negative);
    expect([...understood.struck]).toEqual(['weather:clouds']);
    expect(understood.facts).toEqual(['water:lake']);
  });

  it('applies a negation to a whole list', () => {
    expect([...understand('a beach, no people or boats, but a dog', '').struck]).toEqual([
      'subject:person',
      'subject:boat',
    ]);
    expect([...understand('海滩，不要人和船', '').struck]).toEqual(['subject:person', 'subject:boat']);
  });

  it('does not take "endless" for a negation', () => {
    expect(understand('无尽的海', '').struck.size).toBe(0);
    expect(facts('无尽的海')).toContain('water:sea');
  });

  it('prefers a negated word to one that adds it', () => {
    expect(facts('自行车在雨中', '雨')).toEqual(['subject:bicycle']);
  });

  it('uses only the last of two times of day', () => {
    expect(texts('a sunrise, no, better a lake at midnight')).toEqual(['sunrise', 'lake', 'midnight']);
    expect(texts('dawn lake noon')).toEqual(['lake', 'noon']);
  });

  it('applies a colour to the subject after it', () => {
    expect([...understand('a red balloon over a lake', '').coats]).toEqual([['balloon', 'red']]);
    expect([...understand('白色的马', '').coats]).toEqual([['horse', 'white']]);
    expect(facts('a red balloon')).toEqual(['subject:balloon']);
  });

  it.each([
    ['a red umbrella in a green field', 'umbrella', 'red', 'green', 'land'],
    ['绿草地上的红伞', 'umbrella', 'red', 'green', 'land'],
    ['a white horse under a pink sky', 'horse', 'white', 'pink', 'sky'],
    ['粉色的天空下的白马', 'horse', 'white', 'pink', 'sky'],
  ] as const)('applies each colour of "%s" to its own noun', (prompt, subject, coat, colour, part) => {
    const { coats, parts } = understand(prompt, '');
    expect([[...coats], [...parts]]).toEqual([[[subject, coat]], [[colour, part]]]);
  });

  it.each(['a red teapot on a hill', '山坡上的红茶壶'])('colours nothing where the noun is unknown: %s', (prompt) => {
    expect(facts(prompt)).toEqual(['backdrop:hills']);
  });

  it.each(['a lake in red', 'a lake, red and quiet', 'a lake in red tones', '湖，红色', '湖，红色调'])(
    'colours the whole scene where no noun follows: %s',
    (prompt) => expect(facts(prompt)).toContain('palette:red'),
  );

  it('counts offsets in code points, also after characters beyond the basic plane', () => {
    const prompt = '🦊🌅 𠮷 夕阳下的狐狸 and a Lighthouse';
    const points = Array.from(prompt);
    const { words } = understand(prompt, '');
    expect(words.map((word) => word.text)).toEqual(['夕阳', '狐狸', 'Lighthouse']);
    for (const word of words) expect(points.slice(word.start, word.end).join('')).toBe(word.text);
    expect(words[0]).toEqual({ text: '夕阳', start: 5, end: 7 });
  });

  it('understands nothing in an empty or foreign prompt', () => {
    expect(texts('')).toEqual([]);
    expect(texts('quxx zzz — 的了吗')).toEqual([]);
  });
});
