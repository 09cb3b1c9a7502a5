import { createHmac, type KeyObject } from 'node:crypto';
import { domainToASCII } from 'node:url';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** Without what most providers ignore: letter case, another spelling of the domain, a tag behind `+`, and Gmail's dots. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
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
