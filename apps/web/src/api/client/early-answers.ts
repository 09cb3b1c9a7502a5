/** What `early.js` has asked for with the stored token, by address; null where the answer was a refusal or none. */
interface EarlyAnswers {
  token: string;
  answers: Partial<Record<string, Promise<Response | null>>>;
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** For what was asked for early and is not there when the page could begin to work. */
const WAIT_MS = 1_000;

/** Resolves with the answer to the first request of the page for an address, if it came early and is a success. */
export async function peekEarlyAnswer(address: string): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS, null));
  return Promise.race([globalThis.earlyAnswers?.answers[address] ?? null, late]);
}

/** The same, for the person with that token, and only once: a second call must bring a fresh answer. */
export async function takeEarlyAnswer(address: string, token: string | null): Promise<Response | null> {
  const early = globalThis.earlyAnswers;
  const answer = early?.answers[address];
  if (early === undefined || answer === undefined) return null;
  delete early.answers[address];
  return early.token === token ? answer : null;
}
