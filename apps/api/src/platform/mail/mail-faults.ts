export interface FailedTry {
  error: unknown;
  /** Connected and signed in: the server may have taken the mail, whatever it says afterwards. */
  wasSignedIn: boolean;
}

const isAnswer = (error: unknown, kind: 4 | 5): boolean => {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && Math.floor(responseCode / 100) === kind;
};

/** A server without our sign-in, or that does not take our `MAIL_FROM`, says so before the mail is sent. */
const isSenderRefused = (error: unknown): boolean =>
  isAnswer(error, 5) && (error as { command?: unknown }).command === 'MAIL FROM';

/** A permanent refusal of this mail: another try changes nothing. Wrong settings are mended some day. */
export const isFinal = ({ error, wasSignedIn }: FailedTry): boolean =>
  wasSignedIn && isAnswer(error, 5) && !isSenderRefused(error);

/** Refused for now, or not even offered. A connection that breaks may have delivered the mail. */
export const isUndelivered = ({ error, wasSignedIn }: FailedTry): boolean =>
  !wasSignedIn || isAnswer(error, 4) || isSenderRefused(error);
