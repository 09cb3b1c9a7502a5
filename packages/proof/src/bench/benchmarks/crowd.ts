import type { Bench } from '../context.js';
import { countWrongHolds, findBrokenInvariants } from '../crowd/endings.js';
import { rush, type RushResult } from '../crowd/rush.js';
import { workerPoolFor, withProduct } from '../crowd/running-product.js';
import { isAdmissionRefusal } from '../crowd/submission.js';
import { createUsers } from '../crowd/users.js';
import { withPriority } from '../measure/priority.js';
import { Latencies, single } from '../measure/statistics.js';
import { inIsolatedInstallation } from '../product/isolated-installation.js';
import { atLeast, atMost, type Finding } from '../report.js';

const USERS = 250;
const EACH = 4;
const READERS = 10;
const ENGINE_MS = 15_000;
const ENOUGH_SLOTS = 128;
const FEW_SLOTS = 8;
const RETRY_MS = 300_000;
const REPLICA_USERS = 1_000;
const REPLICAS = 3;
// Three workers fill them.
const REPLICA_SLOTS = 96;

interface Outcome extends RushResult {
  broken: string[];
  wrongHolds: number;
}

interface Rush {
  users: number;
  each?: number;
  slots: number;
  retryMs: number;
  apis?: number;
}

const runRush = ({ services, say }: Bench, { users, each = EACH, slots, retryMs, apis = 1 }: Rush): Promise<Outcome> =>
  inIsolatedInstallation(services, async (installation) => {
    const crew = await workerPoolFor(slots);
    say(`  ${users} × ${each} generations, ${slots} slots, ${apis} APIs, ${crew.workers} workers`);
    const crowd = await createUsers(installation, users + READERS, each);
    const readers = crowd.splice(users);
    return withProduct(installation, { slots, engineMs: ENGINE_MS, crew, apis }, async (product) => {
      const result = await rush(product, { users: crowd, readers, each, retryMs });
      const { database } = installation;
      const wrongHolds = await countWrongHolds(database, result.submissions);
      return { ...result, wrongHolds, broken: await findBrokenInvariants(database) };
    });
  });

function findingsOf(about: string, outcome: Outcome, completedShare: number, say: Bench['say']): Finding[] {
  const { submissions, endings, background } = outcome;
  const unexpected = submissions.flatMap(({ refusals }) => refusals).filter((one) => !isAdmissionRefusal(one));
  for (const example of [...unexpected.slice(0, 5), ...outcome.broken]) say(`    ${JSON.stringify(example)}`);
  if (background.failures > 0) say(`    other requests: ${JSON.stringify(background.statuses)}`);
  const promise = (what: string, value: number): Finding => ({
    what: `${about}: ${what}`,
    unit: 'count',
    measured: single(value),
    goal: atMost(0),
    mustHold: true,
  });
  const recorded = (what: string, unit: Finding['unit'], value: number): Finding => ({
    what: `${about}: ${what}`,
    unit,
    measured: single(value),
  });
  const times = new Latencies();
  for (const ms of submissions.flatMap((submission) => submission.times)) times.record(ms);
  return [
    { ...recorded('completed', 'share', completedShare), goal: atLeast(0.99), mustHold: true },
    promise('answers other than 202 and 503 of the admission check', unexpected.length),
    promise('other requests that failed meanwhile', background.failures),
    promise('generations that ended late or never', endings.late + endings.open),
    promise('ends that no event reported', outcome.unreported),
    promise('broken invariants', outcome.broken.length),
    promise('users with wrong holds', outcome.wrongHolds),
    recorded('accepted', 'count', endings.accepted),
    recorded('first acceptance to last end', 's', endings.total),
    recorded('acceptance to end, at most', 's', endings.longest),
    recorded('answers to POST generate, p50', 'ms', times.percentile(50)),
    recorded('answers to POST generate, p99', 'ms', times.percentile(99)),
    recorded('other requests meanwhile, p50', 'ms', background.latencies.percentile(50)),
    recorded('other requests meanwhile, p99', 'ms', background.latencies.percentile(99)),
  ];
}

function memoryFindings(about: string, { early, late }: Outcome): Finding[] {
  return (['api', 'workers'] as const).map((part) => ({
    what: `${about}: memory of ${part}, all ended / a tenth ended`,
    unit: 'ratio',
    measured: single(late[part] / early[part]),
    goal: atMost(1.2),
    mustHold: true,
  }));
}

/** A thousand users submit one generation each at the same moment, to three APIs and three workers behind nginx. */
export const measureReplicas = (bench: Bench): Promise<Finding[]> =>
  withPriority(bench.say, async () => {
    const { say, users = REPLICA_USERS } = bench;
    const slots = Math.max(1, Math.round((REPLICA_SLOTS * users) / REPLICA_USERS));
    const name = `${users} × 1, ${slots} slots`;
    const outcome = await runRush(bench, { users, each: 1, slots, retryMs: RETRY_MS, apis: REPLICAS });
    return [
      ...findingsOf(name, outcome, outcome.endings.completed / outcome.submissions.length, say),
      ...memoryFindings(name, outcome),
    ];
  });

/** All users submit four generations at once: to an engine that can serve them in time, and to one that cannot. */
export const measureCrowd = (bench: Bench): Promise<Finding[]> => withPriority(bench.say, () => runBoth(bench));

async function runBoth(bench: Bench): Promise<Finding[]> {
  const { say, users = USERS } = bench;
  const slots = Math.max(1, Math.round((ENOUGH_SLOTS * users) / USERS));
  const [wideName, narrowName] = [slots, FEW_SLOTS].map((count) => `${users} × ${EACH}, ${count} slots`);
  const wide = await runRush(bench, { users, slots, retryMs: RETRY_MS });
  const narrow = await runRush(bench, { users, slots: FEW_SLOTS, retryMs: 0 });
  const narrowShare = narrow.endings.completed / Math.max(1, narrow.endings.accepted);
  return [
    ...findingsOf(wideName ?? '', wide, wide.endings.completed / wide.submissions.length, say),
    ...memoryFindings(wideName ?? '', wide),
    ...findingsOf(`${narrowName}, of those accepted`, narrow, narrowShare, say),
  ];
}
