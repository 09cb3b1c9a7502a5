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
 * Lets everything else on the machine go first. Linux keeps the niceness of each thread, and the threads of Node's pool,
 * which decode images, run before this code: so each one is set, and later ones inherit it. Kernels with autogroups
 * schedule sessions before threads, so a session that this process leads is set too.
 */
export function lowerProcessPriority(): void {
  for (const thread of threads()) tryTo(() => setPriority(thread, NICENESS));
  tryTo(() => {
    if (leadsItsSession()) writeFileSync('/proc/self/autogroup', String(NICENESS));
  });
}
