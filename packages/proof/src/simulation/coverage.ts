import type { SeededRandom } from '../random.js';
import { FAULT_KINDS, OPERATIONS, type FaultKind, type Operation } from './fault.js';

type Counts = Map<FaultKind, number>;

/** Counts the faults injected at each step of each operation, including steps where a fault is still missing. */
export class Coverage {
  private readonly steps = new Map<Operation, Map<string, Counts>>();

  reached(operation: Operation, step: string, possible: readonly FaultKind[]): void {
    const counts = this.of(operation, step);
    for (const kind of possible) if (!counts.has(kind)) counts.set(kind, 0);
  }

  happened(operation: Operation, step: string, kind: FaultKind): void {
    const counts = this.of(operation, step);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  has(operation: Operation, step: string, kind: FaultKind): boolean {
    return (this.of(operation, step).get(kind) ?? 0) > 0;
  }

  /** Draws a step and a fault, preferring the rare ones. Null when no step is known. */
  rare(operation: Operation, random: SeededRandom): { step: string; kind: FaultKind } | null {
    const cells = this.cells().filter((cell) => cell.operation === operation);
    const weight = ({ count }: { count: number }): number => (1 + count) ** -2;
    let draw = random.next() * cells.reduce((sum, cell) => sum + weight(cell), 0);
    const drawn = cells.find((cell) => (draw -= weight(cell)) < 0);
    return drawn ? { step: drawn.step, kind: drawn.kind } : null;
  }

  total(...kinds: FaultKind[]): number {
    return this.cells()
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { count }) => sum + count, 0);
  }

  /** `operation · step: fault` for each possible fault that was never injected. */
  missing(): string[] {
    return this.cells()
      .filter(({ count }) => count === 0)
      .map(({ operation, step, kind }) => `${operation} · ${step}: ${kind}`);
  }

  operationsWithoutFaults(): Operation[] {
    return OPERATIONS.filter(
      (operation) => !this.cells().some((cell) => cell.operation === operation && cell.count > 0),
    );
  }

  /** Markdown table; a cell is empty where the fault is impossible. */
  table(): string {
    const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
    const lines = [row(['operation', 'step', ...FAULT_KINDS]), row(Array<string>(2 + FAULT_KINDS.length).fill('---'))];
    for (const operation of OPERATIONS) {
      for (const [step, counts] of this.steps.get(operation) ?? []) {
        lines.push(row([operation, step, ...FAULT_KINDS.map((kind) => String(counts.get(kind) ?? ''))]));
      }
    }
    return lines.join('\n');
  }

  private cells(): { operation: Operation; step: string; kind: FaultKind; count: number }[] {
    return [...this.steps].flatMap(([operation, steps]) =>
      [...steps].flatMap(([step, counts]) => [...counts].map(([kind, count]) => ({ operation, step, kind, count }))),
    );
  }

  private of(operation: Operation, step: string): Counts {
    const steps = this.steps.get(operation) ?? new Map<string, Counts>();
    this.steps.set(operation, steps);
    const counts = steps.get(step) ?? (new Map() as Counts);
    steps.set(step, counts);
    return counts;
  }
}
