import { runInProcess, type StepFault, type World } from './billing-process.js';
import { newBuyer } from './buyers.js';
import { factsOf, type Facts } from './facts.js';
import type { Scenario } from './scenario.js';
import { settle } from './scenarios.js';

const KINDS = ['crash', 'crash in flight', 'answer lost'] as const satisfies StepFault['kind'][];

export interface StepReport {
  steps: string[];
  faults: number;
  /** Faults after which something else was true than without them. */
  findings: string[];
}

async function outcomeAfter(world: World, scenario: Scenario, fault: StepFault | null) {
  const buyer = await newBuyer(world);
  const operate = await scenario.prepare(buyer);
  const steps = await runInProcess(world, operate, fault);
  await settle(buyer, scenario, { operate, isTold: fault !== null && fault.at % 2 === 1 });
  return { steps, facts: rounded(await factsOf(buyer)) };
}

/** A top-up depends on the second in which it is paid. */
const rounded = (facts: Facts): Facts => ({ ...facts, units: facts.units === 5000 ? 4999 : facts.units });

/** Lets a process fail in every way at every step of a scenario; each time the same must come of it. */
export async function crashAtEachStep(
  world: World,
  scenario: Scenario,
  isDrawn: (fault: StepFault) => boolean = () => true,
): Promise<StepReport> {
  const { steps, facts } = await outcomeAfter(world, scenario, null);
  const findings = differences('without a fault', facts, scenario.expected);
  const faults = steps.flatMap((_, at) => KINDS.map((kind): StepFault => ({ kind, at }))).filter(isDrawn);
  for (const fault of faults) {
    const place = `${scenario.name}, ${fault.kind} at step ${fault.at} (${steps[fault.at]})`;
    const after = await outcomeAfter(world, scenario, fault);
    findings.push(...differences(place, after.facts, scenario.expected));
  }
  return { steps, faults: faults.length, findings };
}

const differences = (place: string, found: Facts, expected: Facts): string[] =>
  JSON.stringify(found) === JSON.stringify(sorted(expected, found))
    ? []
    : [`${place}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];

/** With its fields in the order of the other. */
const sorted = (facts: Facts, like: Facts): Partial<Facts> =>
  Object.fromEntries(Object.keys(like).map((name) => [name, facts[name as keyof Facts]]));
