/**
 * Parent watchdog, loaded before the program of every process that `npm start` starts (`node --import`). When the
 * supervisor dies, even by `kill -9`, its channel closes: the process then stops as on SIGTERM, and exits after a
 * timeout.
 */
const stopTimeoutMs = 6_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), stopTimeoutMs).unref();
});
// The channel alone must not keep a process running that has nothing left to do.
process.channel?.unref();
