import { describe, expect, test } from '@jest/globals';
import { generation, image } from '../../../../test/generations';
import { changedSettings, comparedFrom, markChange, type Compared } from './compared';

const compared = (part: Partial<Compared> = {}): Compared => ({
  ...comparedFrom(generation({ status: 'completed', seed: 1 }), image({ status: 'completed', seed: 7 })),
  ...part,
});

describe('what two images were made from', () => {
  test('an image has its own seed, not that of its generation', () => {
    expect(compared().seed).toBe(7);
  });

  test('differs in nothing when all of it is the same; no words and none at all are alike', () => {
    expect(changedSettings(compared({ negative_prompt: null }), compared({ negative_prompt: '' }))).toEqual([]);
  });

  test('is named in the order in which people read it', () => {
    const after = compared({ seed: 8, style: 'anime', prompt: 'an owl', size: '16:9' });
    expect(changedSettings(compared(), after)).toEqual(['prompt', 'style', 'size', 'seed']);
  });
});

describe('a changed description', () => {
  const changes = (before: string, after: string) => {
    const marked = markChange(before, after);
    expect(Object.values(marked.before).join('')).toBe(before);
    expect(Object.values(marked.after).join('')).toBe(after);
    return [marked.before.changed, marked.after.changed];
  };

  test.each([
    ['a red fox by a lake', 'a red owl by a lake', 'fox', 'owl'],
    ['a fox', 'a fox at night', '', ' at night'],
    ['a fox at night', 'a fox', ' at night', ''],
    ['foxes', 'foxglove', 'foxes', 'foxglove'],
    ['黄昏的湖边站着一只赤狐', '清晨的湖边站着一只赤狐', '黄昏', '清晨'],
    ['a a', 'a a a', '', ' a'],
    ['', 'an owl', '', 'an owl'],
    ['the same', 'the same', '', ''],
  ])('from %j to %j is marked where it differs, in whole words', (before, after, was, now) => {
    expect(changes(before, after)).toEqual([was, now]);
  });
});
