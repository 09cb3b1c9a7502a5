import { describe, expect, it } from '@jest/globals';
import { SUBJECTS } from './facts.js';
import { TRAPS } from './rows/traps.js';
import { understand } from './understand.js';
import { VOCABULARY } from './vocabulary.js';

const texts = (prompt: string, negative = '') => understand(prompt, negative).words.map((word) => word.text);
const facts = (prompt: string, negative = '') => understand(prompt, negative).facts;

/** Everyday words that hold a word of the vocabulary and mean something else. */
const COMPOUNDS: ReadonlyArray<readonly [string, readonly string[]]> = [
  ...'可爱 漂亮 迷人 令人 动人 惊人 画家 专家 作家 国家 马拉松 马赛克 冰淇淋 草莓 松鼠 荡秋千 龙猫 鳄鱼 火龙果 放松 青春 五月 披风 花纹 青花瓷 红绿灯 帆布 人间烟火'
    .split(' ')
    .map((word) => [word, []] as const),
  ['depth of field', []],
  ['negative space', []],
  ['copy space', []],
  ['a still life', []],
  ['snow globe', []],
  ['灯光', ['mood:bright']],
  ['鸟瞰', ['mood:wide']],
  ['a bird’s-eye view', ['mood:wide']],
  ['喜马拉雅', ['backdrop:mountains']],
  ['火星', ['ground:lunar', 'world:space']],
  ['白天鹅', ['subject:swan']],
  ['小熊猫', ['subject:panda']],
  ['车水马龙', ['subject:car']],
  ['the sun rose', ['time:sunrise', 'sky:sun']],
  ['a sea of flowers', ['ground:blooms', 'flora:flowers']],
  ['a sea of tulips', ['flora:tulips']],
  ['sand dunes', ['backdrop:dunes', 'ground:sand']],
  ['midnight blue', ['palette:blue']],
];

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

  it('means something by no word that is a trap', () => {
    const words = new Set(VOCABULARY.flatMap((row) => [...row.en, ...row.zh]));
    expect(TRAPS.flatMap((row) => [...row.en, ...row.zh]).filter((word) => words.has(word))).toEqual([]);
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
    ...COMPOUNDS,
  ])('does not match a word inside of another: %s', (prompt, expected) => {
    expect(facts(prompt)).toEqual(expected);
  });

  it.each([
    ['CATS', ['subject:cat']],
    ['two foxes', ['subject:fox']],
    ['golden-hour  lake', ['time:golden', 'water:lake']],
    ['一只猫在月光下', ['subject:cat', 'sky:moon', 'time:night']],
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
    expect([...understood.struck]).toEqual(['weather:clouds', 'sky:cumulus']);
    expect(understood.facts).toEqual(['water:lake']);
  });

  it('applies a negation to a whole list', () => {
    expect([...understand('a beach, no people or boats, but a dog', '').struck]).toEqual([
      'subject:person',
      'subject:boat',
    ]);
    expect([...understand('海滩，不要人和船', '').struck]).toEqual(['subject:person', 'subject:boat']);
  });

  it.each([
    ['a beach, no people, boats or birds', ['subject:person', 'subject:boat', 'subject:birds']],
    ['a beach, no people, boats and birds', ['subject:person', 'subject:boat', 'subject:birds']],
    ['海滩，不要人，船或鸟', ['subject:person', 'subject:boat', 'subject:bird']],
    ['a beach with no other people', ['subject:person']],
    ['没有别的人的海滩', ['subject:person']],
    ['空无一人的海滩', ['subject:person']],
    ['a beach, no big red cars', ['subject:car']],
    ['海滩，没有红色的汽车', ['subject:car']],
    ['a beach, don’t show people', ['subject:person']],
    ['a person-free beach', ['subject:person']],
  ])('strikes what "%s" is without, and no more', (prompt, expected) => {
    const understood = understand(prompt, '');
    expect([...understood.struck]).toEqual(expected);
    expect(understood.facts).toEqual(['ground:sand', 'water:sea']);
  });

  it.each([
    ['无尽的海', ['mood:wide', 'water:sea']],
    ['一只特别的猫', ['subject:cat']],
    ['海底沉没的海盗船', ['world:underwater', 'subject:ship']],
    ['告别的恋人', ['subject:couple']],
    ['大别山', ['backdrop:mountains']],
    ['a bird free from its cage', ['subject:bird']],
    ['a field of forget-me-not flowers', ['ground:meadow', 'flora:grass', 'flora:flowers']],
  ])('does not take a word inside of another for a negation: %s', (prompt, expected) => {
    expect(understand(prompt, '').struck.size).toBe(0);
    expect(facts(prompt)).toEqual(expected);
  });

  it('does not take what follows "no people," for its list if it is of other kinds', () => {
    expect(facts('a cabin, no people, mountains and lakes')).toEqual([
      'subject:cabin',
      'backdrop:mountains',
      'water:lake',
    ]);
  });

  it.each([
    ['a city in the rain', 'thunderstorm', ['backdrop:city', 'weather:rain']],
    ['a city at night', 'cyberpunk', ['backdrop:city', 'time:night']],
    ['a city at night', 'full moon', ['backdrop:city', 'time:night']],
  ])('keeps in "%s" what only comes with the unwanted "%s"', (prompt, negative, expected) => {
    expect(facts(prompt, negative)).toEqual(expected);
  });

  it('keeps by default away what comes with an unwanted word', () => {
    expect(understand('a city', 'cyberpunk').struck).toContain('time:night');
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

  it.each([
    ['a red and white striped lighthouse', 'lighthouse', 'red'],
    ['红白相间的灯塔', 'lighthouse', 'red'],
    ['红色和白色的灯塔', 'lighthouse', 'red'],
    ['a red vintage car', 'car', 'red'],
    ['a vintage red car', 'car', 'red'],
    ['a dark red car', 'car', 'red'],
    ['暗红色的汽车', 'car', 'red'],
    ['a red giant balloon', 'balloon', 'red'],
    ['a black and white cat', 'cat', 'mono'],
  ])('applies the colours of "%s" to nothing else', (prompt, subject, coat) => {
    const { coats, facts: all } = understand(prompt, '');
    expect([...coats]).toEqual([[subject, coat]]);
    expect(all.filter((fact) => fact.startsWith('palette:') || fact === 'mood:dark')).toEqual([]);
  });

  it('uses only the last of two colours of the same subject', () => {
    expect([...understand('a red balloon and a blue balloon', '').coats]).toEqual([['balloon', 'blue']]);
    expect(texts('a red balloon and a blue balloon')).toEqual(['balloon', 'blue', 'balloon']);
  });

  it.each([
    ['a cat and two dogs', [['dog', 2]]],
    ['一只猫和两只狗', [['dog', 2]]],
    ['two cute white cats', [['cat', 2]]],
    ['两只可爱的白色小猫', [['cat', 2]]],
    [
      'a flock of birds over three small boats',
      [
        ['birds', 5],
        ['boat', 3],
      ],
    ],
    ['a castle under many stars', []],
    ['a two-story house', []],
    ['三个月的小猫', []],
  ])('applies each number of "%s" to its own noun', (prompt, counts) => {
    expect([...understand(prompt, '').counts]).toEqual(counts);
  });

  it('underlines a number only with its subject', () => {
    expect(texts('two cats')).toEqual(['two', 'cats']);
    expect(texts('two cats and many ideas')).toEqual(['two', 'cats']);
    expect(texts('two cats', 'cats')).toEqual([]);
  });

  it.each(['a red teapot on a hill', '山坡上的红茶壶'])('colours nothing where the noun is unknown: %s', (prompt) => {
    expect(facts(prompt)).toEqual(['backdrop:hills']);
  });

  it.each([
    'a lake in red',
    'a lake, red and quiet',
    'a lake, red light bathes it',
    'a lake in red tones',
    '湖，红色',
    '湖，红色调',
  ])('colours the whole scene where no noun follows: %s', (prompt) => expect(facts(prompt)).toContain('palette:red'));

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
