import type { Bench } from '../context.js';
import { brokenInvariants, wronglyHeld } from '../crowd/ending.js';
import { invite } from '../crowd/people.js';
import { rush, type Rush } from '../crowd/rush.js';
import { crewFor, ENGINE_MS, onScene, type Crew } from '../crowd/scene.js';
import { isAdmission } from '../crowd/submit.js';
import { setSessionNiceness } from '../measure/priority.js';
import { quantile, spread } from '../measure/statistics.js';
import { inOwnInstallation } from '../product/own-database.js';
import { atLeast, atMost, type Finding } from '../report/verdict.js';

export const CROWD = 250;
const EACH = 4;
const READERS = 10;
const SLOTS = 128;
const FEW_SLOTS = 8;
const PATIENCE_MS = 300_000;
/** Deadlines are a matter of real time: what else the machine does must not be what they are missed for. */
const NICENESS = -10;

interface Outcome extends Rush {
  broken: string[];
  wronglyHeld: number;
  busiest: number;
  crew: Crew;
}

async function scenario({ services, say }: Bench, size: { people: number; slots: number; patienceMs: number }) {
  const { people, slots, patienceMs } = size;
  const crew = await crewFor(slots);
  say(
    `  ${people} people, ${EACH} generations each, ${ENGINE_MS / 1_000} s a picture, ${slots} slots: ` +
      `workers ${crew.workers}, WEBUI_PARALLEL=${crew.parallel}, WORKER_CONCURRENCY=${crew.concurrency}`,
  );
  return inOwnInstallation(services, async (installation) => {
    const guests = await invite(installation, { people, pictures: EACH });
    const readers = await invite(installation, { people: READERS, pictures: 0 });
    return onScene(installation, { slots, crew }, async (scene): Promise<Outcome> => {
      const done = await rush(scene, { people: guests, readers, each: EACH, patienceMs, say });
      return {
        ...done,
        broken: await brokenInvariants(installation.database),
        wronglyHeld: await wronglyHeld(installation.database, done.wishes),
        busiest: scene.engine.busiest(),
        crew,
      };
    });
  });
}

const one = (value: number): Finding['measured'] => spread([value]);

/** What must be nothing. `examples` are told when it is not. */
function none(what: string, value: number, say: Bench['say'], examples: readonly unknown[] = []): Finding {
  if (value > 0) for (const example of examples.slice(0, 5)) say(`    ${what}: ${JSON.stringify(example)}`);
  return { budget: 'crowd', what, unit: 'count', measured: one(value), goal: atMost(0), mustHold: true };
}

const recorded = (what: string, unit: Finding['unit'], value: number): Finding => ({
  budget: 'crowd',
  what,
  unit,
  measured: one(value),
  goal: null,
});

/** What holds whether the engine can paint everything or not. */
function always(about: string, outcome: Outcome, say: Bench['say']): Finding[] {
  const { wishes, ending, probed } = outcome;
  const strange = wishes.flatMap(({ refusals }) => refusals).filter((refusal) => !isAdmission(refusal));
  return [
    none(
      `${about}: answers to requests for pictures that are neither 202 nor admission’s 503`,
      strange.length,
      say,
      strange,
    ),
    none(`${about}: light requests meanwhile that failed`, probed.failures.length, say, probed.failures),
    none(`${about}: ended after their deadline, or never`, ending.late + ending.open, say),
    none(`${about}: ends that the owner’s event stream did not tell`, outcome.untold, say),
    none(`${about}: invariants of credits and pictures that do not hold`, outcome.broken.length, say, outcome.broken),
    none(`${about}: people for whom more or less was held than was accepted`, outcome.wronglyHeld, say),
  ];
}

function recordedOf(about: string, { wishes, ending, probed, busiest, crew, early, late }: Outcome): Finding[] {
  const refused = wishes.filter(({ refusals }) => refusals.length > 0).length;
  const times = wishes.flatMap((wish) => wish.times);
  return [
    recorded(`${about}: worker processes that fill them`, 'count', crew.workers),
    recorded(`${about}: WEBUI_PARALLEL of each`, 'count', crew.parallel),
    recorded(`${about}: WORKER_CONCURRENCY of each`, 'count', crew.concurrency),
    recorded(`${about}: requests for pictures`, 'count', wishes.length),
    recorded(`${about}: of these told by admission to come back at first`, 'count', refused),
    recorded(`${about}: accepted in the end`, 'count', ending.accepted),
    recorded(`${about}: most pictures that the engine painted at once`, 'count', busiest),
    recorded(`${about}: from the first acceptance to the last end`, 's', ending.whole),
    recorded(`${about}: longest from acceptance to end`, 's', ending.longest),
    recorded(`${about}: POST generate in the rush, p50`, 'ms', quantile(times, 0.5)),
    recorded(`${about}: POST generate in the rush, p99`, 'ms', quantile(times, 0.99)),
    recorded(`${about}: light requests meanwhile, p50`, 'ms', quantile(probed.times, 0.5)),
    recorded(`${about}: light requests meanwhile, p99`, 'ms', quantile(probed.times, 0.99)),
    recorded(`${about}: api after a collection, a tenth done`, 'MB', early.api),
    recorded(`${about}: api after a collection, all done`, 'MB', late.api),
    recorded(`${about}: workers after a collection, a tenth done`, 'MB', early.workers),
    recorded(`${about}: workers after a collection, all done`, 'MB', late.workers),
    recorded(`${about}: resident memory of api and workers, a tenth done`, 'MB', early.resident),
    recorded(`${about}: resident memory of api and workers, all done`, 'MB', late.resident),
  ];
}

const memory = (what: string, early: number, late: number): Finding => ({
  budget: 'crowd',
  what,
  unit: 'ratio',
  measured: one(late / early),
  goal: atMost(1.2),
  mustHold: true,
});

/** Lets the product and the bench go before the rest of the machine for as long as `work` takes. */
async function first<T>({ say }: Bench, work: () => Promise<T>): Promise<T> {
  if (!(await setSessionNiceness(NICENESS)))
    say('  this account may not go before others: what they compute counts too');
  try {
    return await work();
  } finally {
    await setSessionNiceness(0);
  }
}

/** Two hundred and fifty people who all want four pictures now, from an engine that can paint them and from one that cannot. */
export const measureCrowd = (bench: Bench): Promise<Finding[]> => first(bench, () => bothEngines(bench));

async function bothEngines(bench: Bench): Promise<Finding[]> {
  const { say, people = CROWD } = bench;
  const slots = Math.max(1, Math.round((SLOTS * people) / CROWD));
  const wide = await scenario(bench, { people, slots, patienceMs: PATIENCE_MS });
  const about = `${people} × ${EACH}, ${slots} slots`;
  const narrow = await scenario(bench, { people, slots: FEW_SLOTS, patienceMs: 0 });
  const narrowAbout = `${people} × ${EACH}, ${FEW_SLOTS} slots`;
  return [
    {
      budget: 'crowd',
      what: `${about}: completed of all that was asked for`,
      unit: 'share',
      measured: one(wide.ending.completed / wide.wishes.length),
      goal: atLeast(0.99),
      mustHold: true,
    },
    ...always(about, wide, say),
    memory(`${about}: api after a collection, all done / a tenth done`, wide.early.api, wide.late.api),
    memory(`${about}: workers after a collection, all done / a tenth done`, wide.early.workers, wide.late.workers),
    {
      budget: 'crowd',
      what: `${narrowAbout}: completed of what was accepted`,
      unit: 'share',
      measured: one(narrow.ending.completed / Math.max(1, narrow.ending.accepted)),
      goal: atLeast(0.99),
      mustHold: true,
    },
    ...always(narrowAbout, narrow, say),
    ...recordedOf(about, wide),
    ...recordedOf(narrowAbout, narrow),
  ];
}
