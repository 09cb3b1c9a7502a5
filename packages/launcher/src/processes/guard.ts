import { launcherPid } from '../config.js';

/**
 * Loaded into every process of the product before its own code: when the launcher dies without stopping it (kill -9,
 * out of memory), the channel to it closes, and the process ends in order as if asked to.
 */
const POLL_MS = 100;
/** Named by the launcher, because it may be gone before this line runs. */
const launcher = launcherPid();

process.once('disconnect', () => {
  // The kernel closes a dying parent's channel before its children get another parent; under load, long before.
  // A parent that stays means that this process closed the channel itself.
  const poll = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  poll.unref();
});
// The listener would otherwise keep a process alive that has nothing left to do.
process.channel?.unref();
