import { PassThrough } from 'node:stream';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';

const TIMEOUT_MS = 10_000;

export interface TrackedMail extends SendMailOptions {
  /** Connection, TLS and sign-in succeeded. */
  onSignedIn: () => void;
}

export function createMailTransport(smtpUrl: string): Transporter {
  const transport = createTransport(smtpUrl, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as object);
  transport.use('stream', ({ data, message }, done) => {
    // No error says how far it came. The transport asks for the mail's text once it has signed in.
    message.transform(() => {
      (data as TrackedMail).onSignedIn();
      return new PassThrough();
    });
    done();
  });
  return transport;
}
