import type { Bench } from '../context.js';
import { openLoop } from '../measure/open-loop.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { pairedRatio, quantile, spread } from '../measure/statistics.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { startImageLoad } from '../product/yardstick.js';
import { atMost, type Finding } from '../report/verdict.js';
import { VISITORS } from '../seed/people.js';

const LOAD = { perSecond: 100, seconds: 4 };
const AT_ONCE = 2;

/** What people who look at their gallery notice of pictures that are prepared on the same machine all the time. */
export async function measureNeighbours({ services, rounds, say }: Bench): Promise<Finding[]> {
  const people = VISITORS.slice(0, 1).map(({ userId }) => userId);
  const [token = ''] = await openSessions(services.database, services.appSecret, people);
  const api = await startApi(services);
  const request = { path: '/api/images', headers: { authorization: `Bearer ${token}` } };
  const look = (): Promise<number[]> => openLoop(api.origin, request, LOAD);
  const beside = async (): Promise<number[]> => {
    const workers = await Promise.all(Array.from({ length: AT_ONCE }, startImageLoad));
    try {
      return await look();
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
  };
  try {
    const results = await inRounds(
      [
        { name: 'alone', run: look },
        { name: 'beside', run: beside },
      ],
      { rounds, warmUps: 1, onRound: (round) => say(`  round ${round} of ${rounds}`) },
    );
    const at = (name: string, share: number): number[] =>
      resultsOf(results, name).map((times) => quantile(times, share));
    const shares = [
      { share: 0.5, goal: null },
      { share: 0.95, goal: null },
      { share: 0.99, goal: atMost(1.3) },
    ];
    return shares.flatMap(({ share, goal }): Finding[] => {
      const what = `gallery, ${100 * share} of 100 answered`;
      const [alone, loaded] = [at('alone', share), at('beside', share)];
      const ratio = pairedRatio(loaded, alone);
      return [
        { budget: '12', what: `${what}: beside ${AT_ONCE} image steps / alone`, unit: 'ratio', measured: ratio, goal },
        { budget: '12', what: `${what}: alone`, unit: 'ms', measured: spread(alone), goal: null },
        { budget: '12', what: `${what}: beside image steps`, unit: 'ms', measured: spread(loaded), goal: null },
      ];
    });
  } finally {
    await api.stop();
  }
}
