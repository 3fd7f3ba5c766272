/**
 * Loaded before the program of every process that `npm start` starts (`node --import`). When the supervisor is gone,
 * even by `kill -9`, the channel to it closes, and the process asks itself to stop as it would on SIGTERM; what
 * does not stop is ended.
 */
const patienceMs = 6_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), patienceMs).unref();
});
// The channel alone must not keep a process alive that has nothing more to do.
process.channel?.unref();
