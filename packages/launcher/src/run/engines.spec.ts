import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describeEngines, readEngines } from './engines.js';

describe('readEngines', () => {
  let server: Server;
  let body: string;
  let requested: (string | undefined)[];

  beforeEach(async () => {
    requested = [];
    server = createServer((request, response) => {
      requested.push(request.url);
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
  });

  const read = () => readEngines(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  it('returns the engines of the API with their models', async () => {
    const data = [
      { id: 'large', engine: 'webui', status: 'available' },
      { id: 'medium', engine: 'stability', status: 'unavailable' },
      { id: 'flash', engine: 'webui', status: 'available' },
      { id: 'dall-e-3', engine: null, status: 'coming_soon' },
    ];
    body = JSON.stringify({ success: true, data });
    expect(await read()).toEqual([
      { id: 'webui', models: ['large', 'flash'] },
      { id: 'stability', models: ['medium'] },
    ]);
    expect(requested).toEqual(['/api/images/models']);
  });

  it.each(['{"path":"/api"}', '<html>', ''])('are not guessed when the API answers %j', async (answer) => {
    body = answer;
    expect(await read()).toBeUndefined();
  });

  it('returns undefined when the API does not answer', async () => {
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await readEngines(`http://127.0.0.1:${port}`)).toBeUndefined();
  });
});

describe('describeEngines', () => {
  const models = ['sd3.5-large', 'sd3.5-medium'];

  it('describes the embedded engine as a demo, and says how to connect a real one', () => {
    expect(describeEngines([{ id: 'studio', models }], {})).toEqual([
      'the demo engine (no AI model), on this processor',
      'for a real one, start with STABILITY_API_KEY or WEBUI_URL (README)',
    ]);
  });

  it('shows the host of a WebUI server without its credentials', () => {
    const userEnv = { WEBUI_URL: 'http://me:hunter2@192.168.1.20:7860/sd' };
    expect(describeEngines([{ id: 'webui', models }], userEnv)).toEqual([
      'your WebUI at 192.168.1.20:7860 (sd3.5-large, sd3.5-medium)',
    ]);
  });

  it('distinguishes the sandbox from Stability AI', () => {
    const key = { STABILITY_API_KEY: 'sk-secret' };
    const engines = [{ id: 'stability', models }];
    expect(describeEngines(engines, key)).toEqual(['Stability AI (sd3.5-large, sd3.5-medium)']);
    const sandbox = { ...key, STABILITY_BASE_URL: 'http://localhost:3200/stability' };
    expect(describeEngines(engines, sandbox)).toEqual([
      'the sandbox’s Stability AI at localhost:3200 (sd3.5-large, sd3.5-medium)',
    ]);
  });

  it('returns one line per engine', () => {
    const both = [
      { id: 'webui', models: ['sd3.5-large'] },
      { id: 'studio', models: ['sd3.5-medium'] },
    ];
    expect(describeEngines(both, { WEBUI_URL: 'http://gpu:7860' })).toEqual([
      'your WebUI at gpu:7860 (sd3.5-large)',
      'the demo engine (no AI model), on this processor (sd3.5-medium)',
    ]);
  });

  it.each([undefined, []])('reports unknown engines: %j', (engines) => {
    expect(describeEngines(engines, {})).toEqual(['not known: the API does not say']);
  });
});
