/**
 * Parent watchdog. It is loaded with `node --import` before the program of every process that `npm start` starts.
 * When the supervisor dies, even by `kill -9`, the IPC channel closes. The process then stops as on SIGTERM, and
 * exits after a timeout.
 */
const stopTimeoutMs = 6_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), stopTimeoutMs).unref();
});
// The IPC channel must not keep a process running that has nothing else left to do.
process.channel?.unref();
