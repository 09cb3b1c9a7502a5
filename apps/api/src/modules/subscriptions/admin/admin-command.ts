import { PAYMENT_PROVIDERS, type PaymentProviderId } from '@app/contracts';
import { userInfo } from 'node:os';
import { parseArgs, type ParseArgsConfig } from 'node:util';

export const USAGE = `Usage:
  show <user id or e-mail>                                      account, subscriptions, payments, credits
  grant <user id> <credits> --reason <why> [--days <n>]         give credits, which expire after so many days
  delete <user id or e-mail> --reason <why> --yes              erase account, images, files and sessions, for good
  refund <payment id> --reason <why> [--end-plan]               pay a payment back; used credits become a debt
  replay <${PAYMENT_PROVIDERS.join(' or ')}> <event id>                            let a webhook have its effect again
  clock <time, e.g. 90m, 36h, 31d>                              turn the clocks of billing and of the sandbox on

Every command takes --by <operator>, the name in the audit; the user of the system if not given.`;

export class AdminError extends Error {}

export type AdminCommand = { by: string } & (
  | { name: 'show'; person: string }
  | { name: 'grant'; userId: string; credits: number; days: number | null; reason: string }
  | { name: 'delete'; person: string; isConfirmed: boolean; reason: string }
  | { name: 'refund'; paymentId: string; endsPlan: boolean; reason: string }
  | { name: 'replay'; provider: PaymentProviderId; eventId: string }
  | { name: 'clock'; seconds: number }
);

export type AdminCommandOf<Name extends AdminCommand['name']> = Extract<AdminCommand, { name: Name }>;

const OPTIONS = {
  by: { type: 'string' },
  reason: { type: 'string' },
  days: { type: 'string' },
  'end-plan': { type: 'boolean' },
  yes: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SECONDS: Record<string, number> = { m: 60, h: 3600, d: 86_400 };

export function parseAdminCommand(args: string[]): AdminCommand {
  const { values, positionals } = parsed(args);
  const [name, first = '', second = '', ...more] = positionals;
  if (more.length > 0) throw new AdminError(`Too many words: ${more.join(' ')}`);
  const by = values.by ?? userInfo().username;
  const reason = (): string => values.reason?.trim() || fail('--reason is missing');
  switch (name) {
    case 'show':
      return { name, by, person: person(first) };
    case 'grant':
      return { name, by, userId: uuid(first), credits: credits(second), days: days(values.days), reason: reason() };
    case 'delete':
      return { name, by, person: person(first), isConfirmed: values.yes ?? false, reason: reason() };
    case 'refund':
      return { name, by, paymentId: uuid(first), endsPlan: values['end-plan'] ?? false, reason: reason() };
    case 'replay':
      return { name, by, provider: provider(first), eventId: second || fail('Give the id of an event') };
    case 'clock':
      return { name, by, seconds: duration(first) };
    default:
      throw new AdminError(USAGE);
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new AdminError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(message: string): never {
  throw new AdminError(message);
}

const person = (text: string): string => text || fail('Give a user id or an e-mail');

const uuid = (text: string): string => (UUID.test(text) ? text : fail(`"${text}" is no id`));

const credits = (text: string): number =>
  /^\d{1,6}(\.\d)?$/.test(text) && Number(text) > 0
    ? Number(text)
    : fail(`"${text}" is no number of credits: more than 0, with one decimal at most`);

function days(text: string | undefined): number | null {
  if (text === undefined) return null;
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : fail(`"${text}" is no number of days`);
}

const provider = (text: string): PaymentProviderId =>
  PAYMENT_PROVIDERS.find((known) => known === text) ?? fail(`"${text}" is no payment provider`);

function duration(text: string): number {
  const [, amount, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const seconds = SECONDS[unit];
  return seconds ? Number(amount) * seconds : fail(`"${text}" is no time, as 90m, 36h or 31d`);
}
