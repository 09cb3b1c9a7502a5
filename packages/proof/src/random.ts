/** Pseudo-random numbers in [0, 1) that repeat with their seed (mulberry32). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  /** An independent source, so that concurrent users of one seed do not influence each other. */
  fork(): SeededRandom {
    return new SeededRandom(this.below(2 ** 31));
  }
}

/** The items in a random order (Fisher–Yates). */
export function shuffle<T>(random: SeededRandom, items: readonly T[]): T[] {
  const rest = [...items];
  const drawn: T[] = [];
  for (let left = rest.length; left > 0; left -= 1) {
    const index = random.below(left);
    const [item, last] = [rest[index], rest[left - 1]];
    if (item === undefined || last === undefined) continue;
    drawn.push(item);
    rest[index] = last;
  }
  return drawn;
}
