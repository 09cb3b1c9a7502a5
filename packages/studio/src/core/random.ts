/** A repeatable source of numbers. Each purpose has its own stream, so that a new element does not shift the others. */
export interface Random {
  /** Next number in [0, 1). */
  (): number;
  range(low: number, high: number): number;
  /** Whole number in [low, high]. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** 32-bit FNV-1a with a final avalanche, over UTF-16 units. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The stream of numbers for one purpose of one image. */
export function stream(seed: number, purpose: string): Random {
  let state = hash(`${seed >>> 0}/${purpose}`);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  function pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(next() * items.length)] ?? items[0];
  }
  return Object.assign(next, {
    range: (low: number, high: number) => low + (high - low) * next(),
    int: (low: number, high: number) => low + Math.floor((high - low + 1) * next()),
    chance: (probability: number) => next() < probability,
    pick,
  });
}
