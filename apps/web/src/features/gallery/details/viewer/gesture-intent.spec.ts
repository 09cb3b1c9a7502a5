import { describe, expect, it } from '@jest/globals';
import { intentOf, isAtEdge, isClosing, turnOf } from './gesture-intent';

const TOP = { isAtTop: true };

describe('a finger on an image', () => {
  it.each([
    [{ x: 2, y: 1 }, TOP, null],
    [{ x: -9, y: 4 }, TOP, 'turn'],
    [{ x: 4, y: 9 }, TOP, 'close'],
    [{ x: 4, y: 9 }, { isAtTop: false }, 'browser'],
    [{ x: 4, y: -9 }, TOP, 'browser'],
  ] as const)('that moved by %j, %j, is about %s', (moved, place, intent) => {
    expect(intentOf(moved, place)).toBe(intent);
  });

  it('that comes from the edge of the window is the system’s', () => {
    expect([10, 200, 380].map((x) => isAtEdge({ x, y: 300 }, 390))).toEqual([true, false, true]);
  });

  it('turns to the next image by going far enough or fast enough, unless it came back', () => {
    expect(turnOf(-120, -0.1, 390)).toBe(1);
    expect(turnOf(120, 0, 390)).toBe(-1);
    expect(turnOf(-120, 0.5, 390)).toBeNull();
    expect(turnOf(-40, -0.8, 390)).toBe(1);
    expect(turnOf(-40, -0.2, 390)).toBeNull();
    expect(turnOf(-10, -2, 390)).toBeNull();
  });

  it('closes downwards by going far enough or fast enough, unless it came back', () => {
    expect(isClosing(140, 0.1)).toBe(true);
    expect(isClosing(140, -0.3)).toBe(false);
    expect(isClosing(50, 0.9)).toBe(true);
    expect(isClosing(50, 0.1)).toBe(false);
    expect(isClosing(-140, -1)).toBe(false);
  });
});
