import type { Running } from './running.js';

const RULE = '─'.repeat(64);

export interface StartFacts {
  /** Which of the sandbox's services people meet. */
  usesSandbox: { signIn: boolean; mail: boolean };
  /** A line for each image engine in use. */
  engines: readonly string[];
  /** What free accounts get. */
  credits: string;
  /** The page that describes the API, if it is served. */
  docs?: string | undefined;
  /** Where pictures lie, if not with everything else. */
  pictures?: string | undefined;
  /** How to stop it. */
  stop: string;
}

/** What a person needs to know once it runs. */
export function startBlock(
  running: Pick<Running, 'url' | 'dataDir' | 'sandbox'>,
  { usesSandbox, engines, credits, docs, pictures, stop }: StartFacts,
): string {
  const { sandbox } = running;
  const rows: [string, string][] = [
    ['Open', running.url],
    ...engines.map((engine, index): [string, string] => [index === 0 ? 'Image engine' : '', engine]),
    [
      'Sign in',
      sandbox && usesSandbox.signIn
        ? 'with Google or GitHub: the sandbox shows accounts to choose from, or make your own'
        : 'with your Google or GitHub account',
    ],
    ['Credits', credits],
  ];
  if (docs) rows.push(['API', docs]);
  if (sandbox && usesSandbox.mail) rows.push(['Mail inbox', sandbox.inboxUrl]);
  if (sandbox) rows.push(['Sandbox', sandbox.adminPageUrl]);
  if (pictures) rows.push(['Pictures', pictures]);
  rows.push(['Data', running.dataDir], ['Stop', stop]);
  const width = Math.max(...rows.map(([title]) => title.length));
  return [RULE, ...rows.map(([title, text]) => `  ${title.padEnd(width)}  ${text}`), RULE].join('\n');
}
