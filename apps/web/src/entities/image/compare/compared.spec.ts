import { describe, expect, test } from '@jest/globals';
import { generation, image } from '../../../../test/generations';
import { changedSettings, comparedFrom, markChanges, type Compared, type MarkedRun } from './compared';

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
    const marked = markChanges(before, after);
    const whole = (runs: MarkedRun[]) => runs.map(({ text }) => text).join('');
    const changed = (runs: MarkedRun[]) => runs.filter(({ isChanged }) => isChanged).map(({ text }) => text);
    expect([whole(marked.before), whole(marked.after)]).toEqual([before, after]);
    return [changed(marked.before), changed(marked.after)];
  };

  test.each([
    ['a red fox by a lake', 'a red owl by a lake', ['fox'], ['owl']],
    ['a red fox by a lake', 'a red owl by a pond', ['fox', 'lake'], ['owl', 'pond']],
    ['a red fox at dawn, film', 'one big owl at dawn, film', ['a red fox'], ['one big owl']],
    ['a fox', 'a fox at night', [], [' at night']],
    ['a fox at night', 'a fox', [' at night'], []],
    ['foxes', 'foxglove', ['foxes'], ['foxglove']],
    ['黄昏的湖边站着一只赤狐', '清晨的湖边站着一只白狐', ['黄昏', '赤'], ['清晨', '白']],
    ['a a', 'a a a', [], [' a']],
    ['', 'an owl', [], ['an owl']],
    ['the same', 'the same', [], []],
  ])('from %j to %j is marked wherever it differs, in whole words', (before, after, was, now) => {
    expect(changes(before, after)).toEqual([was, now]);
  });

  test('is one run for neighbours that are marked alike', () => {
    expect(markChanges('a red fox', 'one big fox').after).toEqual([
      { start: 0, text: 'one big', isChanged: true },
      { start: 7, text: ' fox', isChanged: false },
    ]);
  });
});
