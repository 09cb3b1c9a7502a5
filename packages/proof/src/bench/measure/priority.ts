import { writeFile } from 'node:fs/promises';

const NICENESS = -10;

/** Linux shares processors among sessions before it looks at processes. Needs root and a kernel that groups sessions. */
async function setSessionNiceness(niceness: number): Promise<boolean> {
  return writeFile('/proc/self/autogroup', String(niceness)).then(
    () => true,
    () => false,
  );
}

/** Gives this session precedence during `work`, because other load on the machine must not cause missed deadlines. */
export async function withPriority<T>(say: (text: string) => void, work: () => Promise<T>): Promise<T> {
  if (!(await setSessionNiceness(NICENESS))) say('  without precedence: other load on this machine counts too');
  try {
    return await work();
  } finally {
    await setSessionNiceness(0);
  }
}
