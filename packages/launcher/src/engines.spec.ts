import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describeEngines, readEngines } from './engines.js';

describe('the engines in use', () => {
  let server: Server;
  let body: string;
  let asked: (string | undefined)[];

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url);
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
  });

  const read = () => readEngines(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  it('are those that the API names, each with its models', async () => {
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
    expect(asked).toEqual(['/api/images/models']);
  });

  it.each(['{"path":"/api"}', '<html>', ''])('are not guessed when the API answers %j', async (answer) => {
    body = answer;
    expect(await read()).toBeUndefined();
  });

  it('are unknown when the API does not answer', async () => {
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await readEngines(`http://127.0.0.1:${port}`)).toBeUndefined();
  });
});

describe('the words for engines', () => {
  const models = ['sd3.5-large', 'sd3.5-medium'];

  it('say that the embedded one is a demonstration', () => {
    expect(describeEngines([{ id: 'studio', models }], {})).toEqual([
      'studio, the demo engine: it paints on this processor, without a learned model',
    ]);
  });

  it('name the host of one’s own server without its credentials', () => {
    const person = { WEBUI_URL: 'http://me:hunter2@192.168.1.20:7860/sd' };
    expect(describeEngines([{ id: 'webui', models }], person)).toEqual([
      'your WebUI at 192.168.1.20:7860 (sd3.5-large, sd3.5-medium)',
    ]);
  });

  it('do not take the sandbox for Stability AI', () => {
    const key = { STABILITY_API_KEY: 'sk-secret' };
    const engines = [{ id: 'stability', models }];
    expect(describeEngines(engines, key)).toEqual(['Stability AI (sd3.5-large, sd3.5-medium)']);
    const sandbox = { ...key, STABILITY_BASE_URL: 'http://localhost:3200/stability' };
    expect(describeEngines(engines, sandbox)).toEqual([
      'the sandbox’s Stability AI at localhost:3200 (sd3.5-large, sd3.5-medium)',
    ]);
  });

  it('have a line for each', () => {
    const both = [
      { id: 'webui', models: ['sd3.5-large'] },
      { id: 'studio', models: ['sd3.5-medium'] },
    ];
    expect(describeEngines(both, { WEBUI_URL: 'http://gpu:7860' })).toEqual([
      'your WebUI at gpu:7860 (sd3.5-large)',
      'studio, the demo engine: it paints on this processor, without a learned model (sd3.5-medium)',
    ]);
  });

  it.each([undefined, []])('admit not to know: %j', (engines) => {
    expect(describeEngines(engines, {})).toEqual(['not known: the API does not say']);
  });
});
