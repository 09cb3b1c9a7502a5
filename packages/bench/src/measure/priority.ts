import { writeFile } from 'node:fs/promises';

/**
 * Lets everything that was started from this terminal (this process and those that it starts) go before the rest of the
 * machine (below zero) or no more (zero). Linux shares the processors among sessions first, and by niceness only within
 * one. Answers whether it could: it needs root and a kernel that groups sessions.
 */
export async function setSessionNiceness(niceness: number): Promise<boolean> {
  try {
    await writeFile('/proc/self/autogroup', String(niceness));
    return true;
  } catch {
    return false;
  }
}
