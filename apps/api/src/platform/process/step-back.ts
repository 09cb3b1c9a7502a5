import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

/** Does what not every system knows or allows, and what may be too late for a thread that has just ended. */
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
  // After the name, which may hold anything: state, parent, process group, session.
  const [, , , session] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(session) === process.pid;
}

/**
 * Lets everything else on the machine go first. Linux keeps niceness thread by thread, and pictures are prepared by
 * Node's pool, whose threads run long before the first line of ours: so each thread is told, and later ones inherit.
 * Desktop kernels share processors among sessions before they look at threads; so a session that is all ours is told too.
 */
export function stepBack(): void {
  for (const thread of threads()) tryTo(() => setPriority(thread, NICENESS));
  tryTo(() => {
    if (leadsItsSession()) writeFileSync('/proc/self/autogroup', String(NICENESS));
  });
}
