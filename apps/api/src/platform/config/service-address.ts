import * as z from 'zod';

/** Null: a percent sign that encodes nothing. */
export function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A database at a socket has no host: `postgres://user:password@/name?host=/run/postgresql`. URL demands one. */
const withHost = (text: string): string => text.replace(/^(postgres[^@]*@)\//, '$1socket/');

/** The password of an address, decoded; null if the address cannot be read. */
export function readPassword(text: string): string | null {
  if (!URL.canParse(withHost(text))) return null;
  const { username, password } = new URL(withHost(text));
  return decodeText(username) === null ? null : decodeText(password);
}

/** Faults never repeat the value. */
const fault = (scheme: string): string =>
  `must be an address that begins with ${scheme}://; percent-encode user and password`;
const serviceAddress = (scheme: string, begin: RegExp) =>
  z.string().refine((text) => begin.test(text) && readPassword(text) !== null, fault(scheme));

export const postgresAddress = serviceAddress('postgres', /^postgres(ql)?:\/\//);
export const redisAddress = serviceAddress('redis', /^rediss?:\/\//);
/** The mail library takes a percent sign that encodes nothing as it is. */
export const smtpAddress = z.string().refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text), fault('smtp'));

/** Browsers reach pages, API and links of mails below it. */
export const webOrigin = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { username, password, pathname, search, hash } = new URL(text);
  return pathname === '/' && username + password + search + hash === '';
}, 'must be http:// or https:// and a host name, without a path, as https://example.com');

interface Sender {
  name: string | null;
  address: string;
}

const SENDER = /^(?:"?([^"<>]*?)"? *<)?([^\s<>"@,;]+@[^\s<>"@,;]+?)(>?)$/;

/** Of `address` or `name <address>`. Null: of neither. */
export function readSender(text: string): Sender | null {
  const [, name, address, end] = SENDER.exec(text.trim()) ?? [];
  if (address === undefined || (name !== undefined) !== (end === '>')) return null;
  return { name: name || null, address };
}

export const mailSender = z
  .string()
  .refine(
    (text) => readSender(text) !== null,
    'must be one address, or Name <address>, as Lumina <no-reply@example.com>',
  );

/** `name=value,name=value`, as OpenTelemetry writes headers in the environment. */
export const headerPairs = z
  .string()
  .regex(/^[^\s=,]+=[^,]*(,[^\s=,]+=[^,]*)*$/, 'must be name=value pairs, separated by commas')
  .transform((text, context): Record<string, string> => {
    const pairs = text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeText(pair.slice(at + 1).trim())] as const;
    });
    const readable = pairs.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    if (readable.length === pairs.length) return Object.fromEntries(readable);
    context.addIssue({ code: 'custom', message: 'values must be percent-encoded' });
    return z.NEVER;
  });
