import type { Bench } from '../context.js';
import { cpuTimes, microsecondsBetween } from '../measure/cpu-time.js';
import { listenToEvents, type EventStream } from '../measure/event-stream.js';
import { Connection } from '../measure/http-load.js';
import { listenToCompleted, openQueue } from '../measure/queue.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { median, pairedDifference, pairedRatio, spread } from '../measure/statistics.js';
import { builtModule } from '../product/built-api.js';
import type { Child } from '../product/child.js';
import { startApi, startWorker, type Api } from '../product/services.js';
import { startStubEngine } from '../product/stub-engine.js';
import { openSessions } from '../product/tokens.js';
import { startBullWorker } from '../product/yardstick.js';
import { atMost, type Finding } from '../report/verdict.js';
import type { PreparePicture } from './pictures.js';
import { generateRequest } from './recording.js';
import { emptyLine, giveUnits, SPENDERS } from './spenders.js';

const JOBS = 8;
const PLENTY = 10_000_000;

interface World {
  bench: Bench;
  api: Api;
  connection: Connection;
  token: string;
}

async function submit({ connection, token }: World): Promise<string> {
  const { status, body } = await connection.ask(generateRequest(token));
  if (status !== 202) throw new Error(`A request for a picture was answered with ${status}: ${body.toString()}`);
  return (JSON.parse(body.toString()) as { data: { id: string } }).data.id;
}

/** CPU of everything but the engine, microseconds a job. */
async function cpuPerJob({ bench, api }: World, worker: Child | null, jobs: () => Promise<void>): Promise<number> {
  const { redisPid, postgresPid } = bench.services;
  const pids = [api.pid, redisPid, ...(worker ? [worker.pid] : [])];
  const look = () => Promise.all([cpuTimes(pids), cpuTimes([postgresPid], true)]);
  const [own, database] = await look();
  await jobs();
  const [ownAfter, databaseAfter] = await look();
  return (microsecondsBetween(own, ownAfter) + microsecondsBetween(database, databaseAfter)) / JOBS;
}

const medianOfJobs = async (once: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  while (times.length < JOBS) {
    const began = performance.now();
    await once();
    times.push(performance.now() - began);
  }
  return median(times);
};

interface Round {
  /** Median milliseconds of a job. */
  time: number;
  /** CPU microseconds of a job; 0 where nobody asks. */
  cpu: number;
}

async function ownJobs(world: World, worker: Child, stream: EventStream): Promise<Round> {
  let time = 0;
  const cpu = await cpuPerJob(world, worker, async () => {
    time = await medianOfJobs(async () => stream.completed(await submit(world)));
  });
  return { time, cpu };
}

async function accepted(world: World): Promise<number[]> {
  const { rounds, services } = world.bench;
  const results = await inRounds(
    [
      {
        name: 'accepted',
        run: async () => {
          await emptyLine(services.database);
          return cpuPerJob(world, null, async () => {
            for (let job = 0; job < JOBS; job += 1) await submit(world);
          });
        },
      },
    ],
    { rounds, warmUps: 1 },
  );
  await emptyLine(services.database);
  return resultsOf(results, 'accepted');
}

function findingsOf(results: Record<string, Round[]>, onlyAccepted: number[]): Finding[] {
  const time = (name: string): number[] => resultsOf(results, name).map((one) => one.time);
  const cpu = resultsOf(results, 'own').map((one) => one.cpu);
  const beyondSteps = time('own').map((value, round) => value - (time('step')[round] ?? 0));
  const found = (budget: string, what: string, unit: Finding['unit'], measured: Finding['measured']): Finding => ({
    budget,
    what,
    unit,
    measured,
    goal: null,
  });
  return [
    {
      ...found(
        '9',
        'POST generate to the completed event, beyond Bull’s add to completed',
        'ms',
        pairedDifference(time('own'), time('bull')),
      ),
      goal: atMost(3),
    },
    found('9', 'the same without the image step', 'ms', pairedDifference(beyondSteps, time('bull'))),
    found('9', 'POST generate to the completed event', 'ms', spread(time('own'))),
    found('9', 'image step of that picture', 'ms', spread(time('step'))),
    found('9', 'Bull: add to completed', 'ms', spread(time('bull'))),
    found(
      '10',
      'CPU of a job outside the engine / of one that is only accepted',
      'ratio',
      pairedRatio(cpu, onlyAccepted),
    ),
    found('10', 'CPU of a job outside the engine, image step included', 'us', spread(cpu)),
    found('10', 'CPU of accepting a job', 'us', spread(onlyAccepted)),
  ];
}

/** From the request for a picture to the event that it is there, with an engine that takes no time. */
export async function measureCompletion(bench: Bench): Promise<Finding[]> {
  const { services, rounds, say } = bench;
  const { preparePicture } = await builtModule<PreparePicture>('modules/images/jobs/picture/prepare-picture.js');
  const [userId = ''] = SPENDERS;
  await emptyLine(services.database);
  await giveUnits(services.database, [userId], PLENTY);
  const [token = ''] = await openSessions(services.database, services.appSecret, [userId]);
  const engine = await startStubEngine();
  const api = await startApi(services, { WEBUI_URL: engine.url });
  const world: World = { bench, api, token, connection: await Connection.open(api.origin) };
  say('  accepting alone');
  const onlyAccepted = await accepted(world);
  say('  starting the workers');
  const worker = await startWorker(services, { WEBUI_URL: engine.url });
  const bull = await startBullWorker(services.redisUrl);
  const queue = openQueue(services.redisUrl, 'raw-work');
  const addAndWait = await listenToCompleted(queue);
  const stream = await listenToEvents(api.origin, token);
  const wanted = { width: 1024, height: 1024, format: 'png', sourceType: 'trainedAlgorithmicMedia' };
  const timed = async (once: () => Promise<unknown>): Promise<Round> => ({ time: await medianOfJobs(once), cpu: 0 });
  try {
    const results = await inRounds(
      [
        { name: 'own', run: () => ownJobs(world, worker, stream) },
        { name: 'bull', run: () => timed(addAndWait) },
        { name: 'step', run: () => timed(() => preparePicture(engine.picture, wanted)) },
      ],
      { rounds, warmUps: 1, onRound: (round) => say(`  round ${round} of ${rounds}`) },
    );
    return findingsOf(results, onlyAccepted);
  } finally {
    stream.close();
    world.connection.close();
    await queue.close();
    await Promise.all([bull, worker, api].map((process) => process.stop()));
    await engine.stop();
    await emptyLine(services.database);
  }
}
