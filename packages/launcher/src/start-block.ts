import type { Running } from './running.js';

const RULE = '─'.repeat(64);

/** What a person needs to know once it runs. `usesSandbox`: which of the sandbox's services are in use. */
export function startBlock(
  running: Pick<Running, 'url' | 'dataDir' | 'sandbox'>,
  usesSandbox: { signIn: boolean; mail: boolean },
  stop: string,
): string {
  const { sandbox } = running;
  const rows: [string, string][] = [
    ['Open', running.url],
    ['Image engine', 'studio, the demo engine: it paints on this processor, without a learned model'],
    [
      'Sign in',
      sandbox && usesSandbox.signIn
        ? 'with Google or GitHub: the sandbox shows accounts to choose from, or make your own'
        : 'with your Google or GitHub account',
    ],
  ];
  if (sandbox && usesSandbox.mail) rows.push(['Mail inbox', sandbox.inboxUrl]);
  if (sandbox) rows.push(['Sandbox', sandbox.deskUrl]);
  rows.push(['Data', running.dataDir], ['Stop', stop]);
  const width = Math.max(...rows.map(([title]) => title.length));
  return [RULE, ...rows.map(([title, text]) => `  ${title.padEnd(width)}  ${text}`), RULE].join('\n');
}
