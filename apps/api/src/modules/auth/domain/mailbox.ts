import { createHmac, type KeyObject } from 'node:crypto';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** Without what most providers ignore: letter case, a tag behind `+`, and Gmail's dots. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const local = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** Reveals no address, so that mails can be counted after the account was removed. */
export const mailboxMark = (key: KeyObject, address: string): Buffer =>
  createHmac('sha256', key)
    .update(`mailbox:${mailboxOf(address)}`)
    .digest();
