import { launcherPid } from '../settings/config.js';

/** Preloaded into every process: when the launcher dies, its channel closes and the process shuts down gracefully. */
const POLL_MS = 100;
const launcher = launcherPid();

process.once('disconnect', () => {
  // Under load the channel closes long before the parent changes. A parent that stays means that this process closed
  // it.
  const poll = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  poll.unref();
});
// The listener must not keep the process alive.
process.channel?.unref();
