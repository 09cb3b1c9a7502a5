/** What is measured in turn with others. */
export interface Candidate<T> {
  name: string;
  /** Measures once. */
  run(): Promise<T>;
}

export interface RoundsOptions {
  rounds: number;
  /** Runs of each candidate before the first one that counts. */
  warmUps: number;
  onRound?: (round: number, rounds: number) => void;
}

/** Fisher–Yates; `random` answers 0..1. */
export function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [mixed[last], mixed[other]];
    if (a === undefined || b === undefined) continue;
    mixed[last] = b;
    mixed[other] = a;
  }
  return mixed;
}

/**
 * Measures all candidates once a round, in an order that changes from round to round, so that what else goes on on the
 * machine meets each of them alike. Answers the measurements of each, by name, in the order of the rounds.
 */
export async function inRounds<T>(
  candidates: readonly Candidate<T>[],
  { rounds, warmUps, onRound }: RoundsOptions,
): Promise<Record<string, T[]>> {
  const results: Record<string, T[]> = Object.fromEntries(candidates.map(({ name }) => [name, []]));
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    for (const candidate of shuffled(candidates)) {
      const result = await candidate.run();
      if (round > 0) results[candidate.name]?.push(result);
    }
    if (round > 0) onRound?.(round, rounds);
  }
  return results;
}

/** The measurements of a candidate; throws for a name that was not among them. */
export function resultsOf<T>(results: Record<string, T[]>, name: string): T[] {
  const found = results[name];
  if (!found) throw new Error(`${name} was not measured`);
  return found;
}
