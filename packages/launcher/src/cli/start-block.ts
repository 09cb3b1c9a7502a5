import type { Running } from '../run/running.js';

const RULE = '─'.repeat(64);

export interface StartSummary {
  usesSandbox: { signIn: boolean; mail: boolean };
  engines: readonly string[];
  credits: string;
  docs?: string | undefined;
  imageStore?: string | undefined;
  stop: string;
}

export function startBlock(
  running: Pick<Running, 'url' | 'dataDir' | 'sandbox'>,
  { usesSandbox, engines, credits, docs, imageStore, stop }: StartSummary,
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
  if (imageStore) rows.push(['Images', imageStore]);
  rows.push(['Data', running.dataDir], ['Stop', stop]);
  const width = Math.max(...rows.map(([title]) => title.length));
  return [RULE, ...rows.map(([title, text]) => `  ${title.padEnd(width)}  ${text}`), RULE].join('\n');
}
