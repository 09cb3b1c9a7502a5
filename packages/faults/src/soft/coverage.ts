import type { Chance } from '../chance.js';
import { FAULT_KINDS, OPERATIONS, type FaultKind, type Operation } from './fault.js';

type Counts = Map<FaultKind, number>;

/** Which fault fell on which step of which operation, and where it could have fallen. */
export class Coverage {
  private readonly steps = new Map<Operation, Map<string, Counts>>();

  /** The step was reached, and could have met these faults. */
  reached(operation: Operation, step: string, possible: readonly FaultKind[]): void {
    const counts = this.of(operation, step);
    for (const kind of possible) if (!counts.has(kind)) counts.set(kind, 0);
  }

  happened(operation: Operation, step: string, kind: FaultKind): void {
    const counts = this.of(operation, step);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  /** Whether the fault fell on the step at least once. */
  has(operation: Operation, step: string, kind: FaultKind): boolean {
    return (this.of(operation, step).get(kind) ?? 0) > 0;
  }

  /** A step and a fault that can meet it: the less often it did, the likelier. Null when no step is known. */
  rare(operation: Operation, chance: Chance): { step: string; kind: FaultKind } | null {
    const cells = this.cells().filter((cell) => cell.operation === operation);
    const weight = ({ count }: { count: number }): number => (1 + count) ** -2;
    let luck = chance.next() * cells.reduce((sum, cell) => sum + weight(cell), 0);
    const drawn = cells.find((cell) => (luck -= weight(cell)) < 0);
    return drawn ? { step: drawn.step, kind: drawn.kind } : null;
  }

  /** Faults that happened, of these kinds. */
  total(...kinds: FaultKind[]): number {
    return this.cells()
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { count }) => sum + count, 0);
  }

  /** `operation · step: fault` for each that could have happened and did not. */
  holes(): string[] {
    return this.cells()
      .filter(({ count }) => count === 0)
      .map(({ operation, step, kind }) => `${operation} · ${step}: ${kind}`);
  }

  /** Operations at which nothing went wrong. */
  untouched(): Operation[] {
    return OPERATIONS.filter(
      (operation) => !this.cells().some((cell) => cell.operation === operation && cell.count > 0),
    );
  }

  /** As Markdown: a row for each step, a column for each fault; empty where it makes no sense. */
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
