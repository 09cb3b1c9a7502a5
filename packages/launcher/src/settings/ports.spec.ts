import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { choosePorts, PortBusyError } from './ports.js';

let servers: Server[] = [];

afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

async function busyPort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const port = await busyPort('127.0.0.1');
  const server = servers.pop();
  server?.close();
  if (server) await once(server, 'close');
  return port;
}

describe('choosing ports', () => {
  it('takes the requested port while it is free', async () => {
    const web = await freePort();
    expect(await choosePorts({ web, anyFree: true })).toMatchObject({ ports: { web }, busyWebPort: undefined });
  });

  it.each(['127.0.0.1', '::1', '0.0.0.0'])(
    'takes another one, and says so, when a program listens on %s',
    async (host) => {
      const web = await busyPort(host);
      const { ports, busyWebPort } = await choosePorts({ web, anyFree: true });
      expect(ports.web).not.toBe(web);
      expect(busyWebPort).toBe(web);
    },
  );

  it('fails when the requested port is busy and must be exact', async () => {
    const web = await busyPort('127.0.0.1');
    const choice = choosePorts({ web, anyFree: true, exactReason: 'the redirect address at Google is exact' });
    await expect(choice).rejects.toBeInstanceOf(PortBusyError);
    await expect(choice).rejects.toThrow(`Port ${web} is taken by another program, and the redirect address at Google`);
  });

  it('reuses the ports of the last start, except those in use', async () => {
    const previous = { web: await freePort(), sandbox: await freePort(), smtp: await busyPort('127.0.0.1') };
    const { ports, busyWebPort } = await choosePorts({ anyFree: true, previous });
    expect(ports).toMatchObject({ web: previous.web, sandbox: previous.sandbox });
    expect(ports.smtp).not.toBe(previous.smtp);
    expect(busyWebPort).toBeUndefined();
  });

  it('avoids ephemeral ports', async () => {
    const { ports } = await choosePorts({ anyFree: true });
    expect(Math.max(...Object.values(ports))).toBeLessThan(32_768);
  });

  it('assigns each port once', async () => {
    const { ports } = await choosePorts({ anyFree: true });
    const all = Object.values(ports);
    expect(new Set(all).size).toBe(all.length);
  });
});
