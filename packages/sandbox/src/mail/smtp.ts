import { SMTPServer, type SMTPServerDataStream, type SMTPServerError, type SMTPServerSession } from 'smtp-server';
import type { Kit } from '../kit/provider.js';
import type { Mailbox } from './mailbox.js';

const MAX_MAIL_BYTES = 5 * 1024 * 1024;

export interface SmtpOptions {
  kit: Kit;
  mailbox: Mailbox;
  credentials: { user: string; password: string };
}

/** 4xx asks the client to retry later; 5xx is final. */
const reply = (responseCode: number, message: string): SMTPServerError =>
  Object.assign(new Error(message), { responseCode });

export function createSmtpServer({ kit, mailbox, credentials }: SmtpOptions): SMTPServer {
  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'no mail leaves this machine',
    size: MAX_MAIL_BYTES,
    // The connection never leaves the machine, so TLS is not needed.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 1000,
    logger: false,
    onAuth: (auth, _session, callback) => {
      const isRight = auth.username === credentials.user && auth.password === credentials.password;
      callback(isRight ? null : reply(535, 'Authentication failed'), { user: auth.username });
    },
    onRcptTo: (address, _session, callback) => callback(refusal(kit, address.address)),
    onData: (stream, session, callback) => void answer(receive(stream, session, { kit, mailbox }), callback),
  });
  server.on('error', (error: Error) => kit.onLog(`Mail: ${error.message}`));
  server.server.prependListener('connection', (socket) => {
    if (kit.chaos.of('mail').mode === 'down') socket.destroy();
  });
  return server;
}

async function answer(
  delivery: Promise<string>,
  callback: (error: Error | null, message?: string) => void,
): Promise<void> {
  try {
    callback(null, `Delivered as ${await delivery}`);
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)));
  }
}

function refusal(kit: Kit, recipient: string): SMTPServerError | null {
  const { mode } = kit.chaos.of('mail');
  if (mode === 'error') return reply(451, 'Temporary local problem, try again later');
  if (mode === 'refuse') return reply(550, `Mailbox ${recipient} unavailable`);
  return null;
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  { kit, mailbox }: Pick<SmtpOptions, 'kit' | 'mailbox'>,
): Promise<string> {
  const chunks: Buffer[] = [];
  // The rest of an oversized mail is read and discarded.
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw reply(552, `Message exceeds ${MAX_MAIL_BYTES} bytes`);
  const { mode, delayMs } = kit.chaos.of('mail');
  if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, delayMs));
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
  const { id } = await mailbox.add(Buffer.concat(chunks), envelope);
  return id;
}
