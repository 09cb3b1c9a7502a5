import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

/** Not every system supports this, and a thread may have just ended. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // The work is the same at any priority.
  }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

function leadsItsSession(): boolean {
  // After the name, which may contain anything: state, parent, process group, session.
  const [, , , session] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(session) === process.pid;
}

/** Linux keeps the niceness per thread, so each is set; with autogroups the session's niceness counts first. */
export function lowerProcessPriority(): void {
  for (const thread of threads()) tryTo(() => setPriority(thread, NICENESS));
  tryTo(() => {
    if (leadsItsSession()) writeFileSync('/proc/self/autogroup', String(NICENESS));
  });
}
