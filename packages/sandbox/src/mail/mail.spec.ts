import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import type { ReceivedMail } from './mailbox.js';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

const MAIL = {
  from: 'Lumina <no-reply@lumina.example>',
  to: 'linyue@example.com',
  subject: '请验证你的邮箱',
  text: '打开 https://lumina.example/verify-email#token=abc，完成验证。',
  html: '<p>请<a href="https://lumina.example/verify-email?a=1&amp;b=2#token=abc">验证邮箱</a></p><script>alert(1)</script>',
};

const send = async (changes: object = {}, url = sandbox.smtpUrl) => {
  const transport = createTransport(url);
  try {
    return await transport.sendMail({ ...MAIL, ...changes });
  } finally {
    transport.close();
  }
};

const received = async (query = ''): Promise<ReceivedMail[]> =>
  (await sandbox.control(`mails${query}`)) as ReceivedMail[];

const only = (mails: ReceivedMail[]): ReceivedMail => {
  const [mail] = mails;
  if (!mail || mails.length !== 1) throw new Error(`Expected one mail, not ${mails.length}`);
  return mail;
};

describe('the mail server', () => {
  it('delivers mail of nodemailer', async () => {
    await send({ attachments: [{ filename: '图.txt', content: 'hello' }] });

    expect(only(await received())).toMatchObject({
      envelope: { from: 'no-reply@lumina.example', to: ['linyue@example.com'] },
      from: 'Lumina <no-reply@lumina.example>',
      subject: '请验证你的邮箱',
      text: expect.stringContaining('完成验证'),
      html: expect.stringContaining('验证邮箱'),
      attachments: [{ filename: '图.txt', mimeType: 'text/plain', size: 5 }],
    });
  });

  it('finds mail by any recipient of its envelope, newest first', async () => {
    await send({ subject: 'first', bcc: 'hidden@example.com' });
    await sandbox.control('clock/advance', { ms: 1000 });
    await send({ subject: 'second' });
    await send({ to: 'other@example.com' });

    expect((await received('?to=LINYUE@example.com')).map(({ subject }) => subject)).toEqual(['second', 'first']);
    expect((await received('?to=hidden@example.com')).map(({ subject }) => subject)).toEqual(['first']);
  });

  it('refuses a wrong password', async () => {
    const url = new URL(sandbox.smtpUrl);
    url.password = 'guessed';

    await expect(send({}, url.href)).rejects.toMatchObject({ responseCode: 535 });
  });

  it('refuses mail without a password', async () => {
    const url = new URL(sandbox.smtpUrl);
    url.username = '';
    url.password = '';

    await expect(send({}, url.href)).rejects.toMatchObject({ responseCode: 530 });
  });

  it('refuses a mail beyond 5 MB, also when its size is not announced', async () => {
    await expect(send({ text: 'x'.repeat(5 * 1024 * 1024 + 1) })).rejects.toMatchObject({ responseCode: 552 });
    expect(await received()).toEqual([]);
  });

  it('keeps mail over a restart', async () => {
    await send();

    sandbox = await sandbox.restart();

    expect(only(await received()).subject).toBe('请验证你的邮箱');
  });

  it('deletes mail on request', async () => {
    await send();

    await fetch(`${sandbox.url}/_sandbox/mails`, { method: 'DELETE' });

    expect(await received()).toEqual([]);
  });
});

describe("the mail server's faults", () => {
  it.each([
    ['error', 451],
    ['refuse', 550],
  ])('answers in mode "%s" with %d', async (mode, responseCode) => {
    await sandbox.control('chaos', { provider: 'mail', mode });

    await expect(send()).rejects.toMatchObject({ responseCode });
    expect(await received()).toEqual([]);
  });

  it('drops connections while it is down', async () => {
    await sandbox.control('chaos', { provider: 'mail', mode: 'down' });
    await expect(send()).rejects.toMatchObject({ code: expect.stringMatching(/^E(CONNECTION|SOCKET|CONNRESET)$/) });

    await sandbox.control('chaos', { provider: 'mail', mode: 'normal' });
    await send();

    expect(await received()).toHaveLength(1);
  });

  it('delays when it is slow', async () => {
    await sandbox.control('chaos', { provider: 'mail', mode: 'slow', delayMs: 300 });
    const started = performance.now();

    await send();

    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });
});

describe('the inbox', () => {
  it('lists mail and links to it', async () => {
    await send();
    const { id } = only(await received());

    const page = await (await fetch(sandbox.inboxUrl)).text();

    expect(page).toContain(`<a href="/mail/${id}">请验证你的邮箱</a>`);
    expect(page).toContain('linyue@example.com');
  });

  it('shows a mail with links, and its markup only in a frame', async () => {
    await send();
    const { id } = only(await received());

    const page = await (await fetch(`${sandbox.inboxUrl}/${id}`)).text();

    expect(page).toContain('<a href="https://lumina.example/verify-email#token=abc">');
    expect(page).toContain('<a href="https://lumina.example/verify-email?a=1&amp;b=2#token=abc">');
    expect(page).toContain(`src="/mail/${id}/html"`);
    expect(page).not.toContain('<script>');
  });

  it('forbids scripts and foreign content in the frame', async () => {
    await send();
    const { id } = only(await received());

    const frame = await fetch(`${sandbox.inboxUrl}/${id}/html`);

    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await frame.text()).toContain('验证邮箱');
  });

  it('answers 404 for an unknown mail', async () => {
    expect((await fetch(`${sandbox.inboxUrl}/none`)).status).toBe(404);
  });
});
