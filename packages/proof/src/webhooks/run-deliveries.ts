import { createUser } from '@app/api/test-support/credits';
import { inParallel } from '@app/api/test-support/in-parallel';
import {
  createEndpoint,
  deliveriesOf,
  makeDue,
  record,
  testDeliverer,
  type DeliveryRow,
  type TestDeliverer,
  type TestEndpoint,
} from '@app/api/test-support/webhooks';
import { WEBHOOK_RETRY_SECONDS } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { BEHAVIOURS, type Behaviour, type Receivers } from './receivers.js';

/** Attempts at a receiver that never answers are given up after so long, where production is patient. */
const HANGING_MS = 300;
const EVENTS_PER_ENDPOINT = 4;
const PROCESSES = 3;
/** No more than there are connections, or runs would wait for one until they are given up. */
const AT_ONCE = 18;

export interface DeliveredEndpoint extends TestEndpoint {
  behaviour: Behaviour;
  path: string;
}

export interface DeliveryReport {
  endpoints: DeliveredEndpoint[];
  /** By endpoint. */
  deliveries: Map<string, DeliveryRow[]>;
}

async function createEndpoints(
  dataSource: DataSource,
  receivers: Receivers,
  deliveries: number,
): Promise<DeliveredEndpoint[]> {
  const endpoints: DeliveredEndpoint[] = [];
  for (let n = 0; n < Math.ceil(deliveries / EVENTS_PER_ENDPOINT); n += 1) {
    const behaviour = BEHAVIOURS[n % BEHAVIOURS.length] ?? 'answers';
    const path = `/${n}`;
    const endpoint = await createEndpoint(dataSource, await createUser(dataSource), receivers.url(behaviour, path));
    endpoints.push({ ...endpoint, behaviour, path });
  }
  return endpoints;
}

/** Several processes at once, each told of each endpoint, as often as a delivery may be attempted. */
async function attemptAll(dataSource: DataSource, receivers: Receivers, endpoints: DeliveredEndpoint[]): Promise<void> {
  const { resolve } = receivers;
  const processes = Array.from({ length: PROCESSES }, () => ({
    patient: testDeliverer(dataSource, { resolve }),
    hurried: testDeliverer(dataSource, { resolve, timeoutMs: HANGING_MS }),
  }));
  const deliverers: ((endpoint: DeliveredEndpoint) => TestDeliverer)[] = processes.map(
    ({ patient, hurried }) =>
      ({ behaviour }) =>
        behaviour === 'hangs' ? hurried : patient,
  );
  for (let attempt = 0; attempt <= WEBHOOK_RETRY_SECONDS.length; attempt += 1) {
    await makeDue(dataSource);
    // The processes are at the same endpoint together.
    const runs = endpoints.flatMap((endpoint) => deliverers.map((of) => () => of(endpoint).run(endpoint.id)));
    await inParallel(AT_ONCE, runs);
  }
}

/** Lets `deliveries` happen at receivers of every behaviour, until each is delivered or given up. */
export async function runDeliveries(
  dataSource: DataSource,
  receivers: Receivers,
  deliveries: number,
): Promise<DeliveryReport> {
  const endpoints = await createEndpoints(dataSource, receivers, deliveries);
  for (let n = 0; n < EVENTS_PER_ENDPOINT; n += 1) {
    for (const { userId } of endpoints) await record(dataSource, userId);
  }
  await attemptAll(dataSource, receivers, endpoints);
  const rows = new Map<string, DeliveryRow[]>();
  for (const { id } of endpoints) rows.set(id, await deliveriesOf(dataSource, id));
  return { endpoints, deliveries: rows };
}
