/**
 * Loaded into every process of the product before its own code: when the launcher dies without stopping it (kill -9, a
 * closed laptop's out-of-memory), the channel to it closes, and the process ends in order as if asked to.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The listener would otherwise keep a process alive that has nothing left to do.
process.channel?.unref();
