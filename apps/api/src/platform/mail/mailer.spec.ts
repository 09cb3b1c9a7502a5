import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { alertsOf } from '../../../test/support/alerts.js';
import { testConfig } from '../../../test/support/config.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { until } from '../../../test/support/timing/until.js';
import { Mailer } from './mailer.js';

Logger.overrideLogger(false);
const sandbox = useSandbox();
const MAIL = { to: 'noor@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const PURPOSE = { kind: 'receipt', userId: 'u1' };

let mailer: Mailer;
const open = (env = sandbox.environment()): Mailer => (mailer = new Mailer(testConfig(env)));
afterEach(() => mailer.onApplicationShutdown());

/** Sends a mail; answers how each try ended. */
function send(env = sandbox.environment()): Promise<unknown>[] {
  open(env);
  const transport = mailer['transport'];
  if (!transport) throw new Error('the sandbox has no mail server');
  const tries: Promise<unknown>[] = [];
  const sendMail = transport.sendMail.bind(transport);
  jest.spyOn(transport, 'sendMail').mockImplementation((mail) => {
    const one = sendMail(mail);
    tries.push(one);
    return one;
  });
  mailer.send(MAIL, PURPOSE);
  return tries;
}

const received = () => sandbox.control<{ envelope: { to: string[] } }[]>('mails');
const serverIs = (mode: string, delayMs = 0) => sandbox.control('chaos', { provider: 'mail', mode, delayMs });
const givenUp = () => alertsOf('mail_not_sent');

test('a mail that is refused for good is given up at once, and an operator learns of it', async () => {
  await serverIs('refuse');
  const before = await givenUp();
  const tries = send();
  await until(async () => (await givenUp()) === before + 1);
  expect(tries).toHaveLength(1);
});

test('a mail that is refused for now is sent a little later', async () => {
  const before = await givenUp();
  await serverIs('error');
  const [first] = send();
  await expect(first).rejects.toThrow('451');
  await serverIs('normal');
  await until(async () => (await received()).length === 1);
  expect(await givenUp()).toBe(before);
});

test('a mail is tried again after a refused sign-in, which says nothing about the mail', async () => {
  const env = sandbox.environment();
  const tries = send({ ...env, SMTP_URL: env['SMTP_URL']?.replace(/:[^:@]+@/, ':wrong@') ?? '' });
  await expect(tries[0]).rejects.toMatchObject({ responseCode: 535 });
  await until(() => tries.length === 2);
  await expect(tries[1]).rejects.toMatchObject({ responseCode: 535 });
});

test.each(['x1,victim@example.com', '(1)victim@example.com', 'g1:victim@example.com', 'x1;victim@example.com'])(
  'a mail to %s goes to nobody whose address stands within it',
  async (to) => {
    open().send({ ...MAIL, to }, PURPOSE);
    await mailer.onApplicationShutdown();
    const [local, domain] = to.split('@');
    expect((await received()).map(({ envelope }) => envelope.to)).toEqual([[`"${local}"@${domain}`]]);
  },
);

test('a mail under way is sent before the process ends', async () => {
  await serverIs('slow', 300);
  open().send(MAIL, PURPOSE);
  await mailer.onApplicationShutdown();
  expect(await received()).toHaveLength(1);
});

test('a mail that would be tried again is given up when the process ends', async () => {
  await serverIs('error');
  const before = await givenUp();
  open().send(MAIL, PURPOSE);
  await mailer.onApplicationShutdown();
  expect(await givenUp()).toBe(before + 1);
});

/** Takes a mail and does not say so; `refused` is a sender that it does not take. */
async function silentServer(refused?: string): Promise<{ url: string; close: () => Promise<unknown> }> {
  const server = createServer((socket) => {
    let isMail = false;
    socket.write('220 silent\r\n');
    socket.on('data', (data) => {
      const said = data.toString();
      if (isMail && said.endsWith('.\r\n')) socket.destroy();
      if (isMail) return;
      isMail = said.startsWith('DATA');
      const answer = said.startsWith('MAIL FROM') && refused ? refused : '250 yes';
      socket.write(isMail ? '354 go on\r\n' : `${answer}\r\n`);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => once(server.close(), 'close') };
}

test('a mail that a server may have taken is not due again, and one that found no server is', async () => {
  const server = await silentServer();
  const restored: string[] = [];
  const sendAs = async (kind: string) => {
    const restore = () => Promise.resolve(restored.push(kind) > 0);
    open({ SMTP_URL: server.url }).send(MAIL, { ...PURPOSE, kind, restore });
    await mailer.beforeApplicationShutdown();
  };
  await sendAs('taken');
  await server.close();
  await sendAs('without a server');
  expect(restored).toEqual(['without a server']);
});

test.each(['530 5.7.0 Authentication required', '553 5.7.1 Sender address rejected'])(
  'a mail whose server says "%s" is due again, since settings can be mended',
  async (refusal) => {
    const server = await silentServer(refusal);
    const restored: string[] = [];
    const restore = () => Promise.resolve(restored.push('again') > 0);
    open({ SMTP_URL: server.url }).send(MAIL, { ...PURPOSE, restore });
    await mailer.beforeApplicationShutdown();
    await server.close();
    expect(restored).toEqual(['again']);
  },
);

describe('a mail that is to be due again while the database is away', () => {
  /** Makes a mail due again every `againMs`, in vain until the database answers. */
  function restoring(againMs: number): { tries: () => number; databaseSays: (answer: boolean) => void } {
    let tries = 0;
    let says: boolean | null = null;
    const restore = (): Promise<boolean> => {
      tries += 1;
      return says === null ? Promise.reject(new Error('no database')) : Promise.resolve(says);
    };
    Object.assign(open()['waits'], { restoreMs: 0, restoreAgainMs: againMs });
    mailer.restoreUnsent({ ...PURPOSE, restore }, new Error('not written'));
    return { tries: () => tries, databaseSays: (answer) => void (says = answer) };
  }

  // Once an operator learns that it waits, and once that it is lost.
  test.each([
    ['is so once the database is there again', true, 1],
    ['is given up when it is too late for it by then', false, 2],
  ])('%s', async (_, answer, told) => {
    const before = await givenUp();
    const { tries, databaseSays } = restoring(5);
    await until(() => tries() > 3);
    databaseSays(answer);
    await until(() => mailer['pending'].size === 0);
    expect(await givenUp()).toBe(before + told);
  });

  test('is tried for a last time when the process ends', async () => {
    const before = await givenUp();
    const { tries } = restoring(60_000);
    await until(() => tries() === 1);
    await mailer.beforeApplicationShutdown();
    expect([tries(), mailer['pending'].size, await givenUp()]).toEqual([2, 0, before + 2]);
  });
});

test('the log names kind and user of a mail that could not be sent', async () => {
  await serverIs('refuse');
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  open().send(MAIL, PURPOSE);
  await mailer.onApplicationShutdown();
  expect(error.mock.calls).toEqual([['The mail "receipt" to user u1 could not be sent', expect.any(Error)]]);
  error.mockRestore();
});

test('without a mail server nothing is sent, and nobody is kept waiting', async () => {
  const before = await givenUp();
  open({}).send(MAIL, PURPOSE);
  mailer.restoreUnsent({ ...PURPOSE, restore: () => Promise.resolve(true) }, new Error('no database'));
  expect(mailer['pending'].size).toBe(0);
  await mailer.onApplicationShutdown();
  expect(await givenUp()).toBe(before);
});
