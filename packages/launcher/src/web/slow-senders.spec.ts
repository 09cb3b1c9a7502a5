import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWebNginx, type NginxServer } from '@app/sandbox/nginx';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HALF_A_BODY, HALF_A_HEADER, sendHalf, startPatientServer } from '../../test/half-sent.js';
import { describeWithNginx } from '../../test/nginx-web-server.js';
import { FAKE_WEB, listen, useWebServer } from '../../test/web-server.js';

function endServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** What is cut first: of equal servers, the one that has less patience. */
async function cutFirst(origin: string, half: string, patientOrigin: string) {
  const ours = await sendHalf(origin, half);
  const patient = await sendHalf(patientOrigin, half);
  return Promise.race([ours.cut, patient.cut.then(() => 'the server to compare with')]);
}

describe('the web server', () => {
  const t = useWebServer();
  let patient: Awaited<ReturnType<typeof startPatientServer>>;

  beforeAll(async () => {
    patient = await startPatientServer({ headersTimeout: 100, connectionsCheckingInterval: 20_000 });
  });
  afterAll(() => endServer(patient.server));

  it('waits 10 seconds for a header and 15 for a request', () => {
    expect([t.web.server.headersTimeout, t.web.server.requestTimeout]).toEqual([10_000, 15_000]);
  });

  it.each([
    ['header', HALF_A_HEADER],
    ['body', HALF_A_BODY],
  ])('looks often whether a %s is late, and cuts it', async (_what, half) => {
    const { server } = t.web;
    const usual = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
    Object.assign(server, { headersTimeout: 100, requestTimeout: 100 });
    try {
      expect(await cutFirst(t.origin, half, patient.origin)).toMatchObject({
        answer: expect.stringMatching(/HTTP\/1\.1 408 /),
      });
    } finally {
      Object.assign(server, usual);
    }
  });
});

describeWithNginx('nginx in front of the web app', () => {
  const api = createServer((request, response) => {
    request.once('end', () => response.end('served')).resume();
  });
  let dir: string;
  let nginx: NginxServer;
  let patient: Awaited<ReturnType<typeof startPatientServer>>;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'slow-senders-'));
    const { host: apiAddress } = new URL(await listen(api));
    nginx = await startWebNginx({ dir, apiAddress, root: FAKE_WEB, pagesDir: dir, securityHeaders: '' });
    patient = await startPatientServer({ headersTimeout: 30_000, connectionsCheckingInterval: 1_000 });
  });
  afterAll(async () => {
    await nginx.stop();
    for (const server of [api, patient.server]) endServer(server);
    await rm(dir, { recursive: true, force: true });
  });

  it('resets the connection of half a header and half a body long before a minute is over, and serves others', async () => {
    const halves = [HALF_A_HEADER, HALF_A_BODY].map((half) => cutFirst(nginx.origin, half, patient.origin));
    const attack = { isOver: false };
    const cut = Promise.all(halves).finally(() => (attack.isOver = true));
    const served: number[] = [];
    do {
      for (const path of ['/api/x', '/assets/app-1a2b3c.js']) {
        const answer = await fetch(`${nginx.origin}${path}`);
        await answer.text();
        served.push(answer.status);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    } while (!attack.isOver);
    expect(await cut).toEqual([1, 2].map(() => ({ answer: '', error: 'ECONNRESET' })));
    expect(new Set(served)).toEqual(new Set([200]));
  });
});
