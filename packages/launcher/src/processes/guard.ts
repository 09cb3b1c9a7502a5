/**
 * Loaded into every process of the product before its own code: when the launcher dies without stopping it (kill -9,
 * out of memory), the channel to it closes, and the process ends in order as if asked to.
 */
const REPARENTING_MS = 250;

const launcher = process.ppid;
process.once('disconnect', () => {
  // The kernel closes a dying parent's channel a moment before it gives its children away. A parent that stays means
  // that this process closed the channel itself, because it ends anyway.
  setTimeout(() => {
    if (process.ppid !== launcher) process.kill(process.pid, 'SIGTERM');
  }, REPARENTING_MS).unref();
});
// The listener would otherwise keep a process alive that has nothing left to do.
process.channel?.unref();
