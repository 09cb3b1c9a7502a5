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

  it('has moved from its first three pixels on, and sideways only when it went further across than down', () => {
    expect(intentOf({ x: 3, y: 0 }, TOP)).toBe('turn');
    expect(intentOf({ x: 5, y: 5 }, TOP)).toBe('close');
  });

  it('belongs to the system within twenty pixels of either edge, the twentieth not included', () => {
    expect([19, 20, 370, 371].map((x) => isAtEdge({ x, y: 300 }, 390))).toEqual([true, false, false, true]);
  });

  it('must go beyond a quarter of the width, unless it is flicked', () => {
    expect([100, 101].map((moved) => turnOf(moved, 0, 400))).toEqual([null, -1]);
    expect(turnOf(25, 0.46, 400)).toBe(-1);
    expect([turnOf(24, 0.9, 400), turnOf(30, 0.45, 400), turnOf(30, -0.9, 400)]).toEqual([null, null, null]);
  });

  it('may rest before it lets go of what it pulled down far enough', () => {
    expect([isClosing(110, 0), isClosing(111, 0), isClosing(111, -0.1)]).toEqual([false, true, false]);
  });
});
