import { describe, expect, it } from '@jest/globals';
import { rawMember } from './raw-member.js';

describe('rawMember', () => {
  it.each([
    ['{"a":1,"event":{"x": 1.0}}', '{"x": 1.0}'],
    ['{ "event" : { "x" : [1, {"y": "}"}] } , "a": 2 }', '{ "x" : [1, {"y": "}"}] }'],
    ['{"a":"\\"event\\":{}","event":{"q":"\\\\"}}', '{"q":"\\\\"}'],
    ['{"nested":{"event":1},"event":"last"}', '"last"'],
    ['{"ev\\u0065nt":true}', 'true'],
  ])('returns the member of %s as it was written', (json, expected) => {
    expect(rawMember(json, 'event')).toBe(expected);
  });

  it('returns nothing where the member is missing', () => {
    expect(rawMember('{"a":{"event":1}}', 'event')).toBeUndefined();
    expect(rawMember('{}', 'event')).toBeUndefined();
  });
});
