import { SeededRandom, shuffle } from '../../random.js';

interface Candidate<T> {
  name: string;
  measure: () => Promise<T>;
}

interface Rounds {
  rounds: number;
  warmUps: number;
  say: (text: string) => void;
}

/** Measures all candidates once per round, in an order that changes, so that load on the machine affects all alike. */
export async function measureInRounds<T>(
  candidates: readonly Candidate<T>[],
  { rounds, warmUps, say }: Rounds,
): Promise<(name: string) => T[]> {
  const random = new SeededRandom(Date.now());
  const results = new Map<string, T[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    for (const { name, measure } of shuffle(random, candidates)) {
      const result = await measure();
      if (round > 0) results.get(name)?.push(result);
    }
    if (round > 0) say(`  round ${round} of ${rounds}`);
  }
  return (name) => {
    const found = results.get(name);
    if (!found) throw new Error(`${name} was not measured`);
    return found;
  };
}
