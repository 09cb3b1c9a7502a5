interface SmtpFault {
  responseCode?: unknown;
  syscall?: unknown;
  timeoutType?: unknown;
  code?: unknown;
}

const BEFORE_THE_MAIL = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];

/** A permanent refusal: another try changes nothing. */
export function isFinal(error: unknown): boolean {
  const { responseCode } = error as SmtpFault;
  return typeof responseCode === 'number' && responseCode >= 500;
}

/** Refused for now, or there was no server to take it. A connection that breaks may have delivered the mail. */
export function isUndelivered(error: unknown): boolean {
  const { responseCode, syscall, timeoutType, code } = error as SmtpFault;
  if (typeof responseCode === 'number') return responseCode >= 400 && responseCode < 500;
  const isUnreachable = syscall === 'connect' || syscall === 'getaddrinfo' || code === 'EDNS';
  return isUnreachable || BEFORE_THE_MAIL.includes(String(timeoutType));
}
