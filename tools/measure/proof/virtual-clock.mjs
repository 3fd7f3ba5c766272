/**
 * The clock of a process under proof. It runs `rate` times as fast as the real clock; the parent process sets the rate
 * with a message `{ rate }`. It never jumps when the rate changes.
 */
const clock = { base: Date.now(), since: performance.now(), rate: 1 };

globalThis.kushkVirtualClock = {
  now: () => clock.base + (performance.now() - clock.since) * clock.rate,
  get rate() {
    return clock.rate;
  },
};

process.on('message', ({ rate }) => {
  const now = performance.now();
  clock.base += (now - clock.since) * clock.rate;
  clock.since = now;
  clock.rate = rate;
  process.send({ at: clock.base });
});
process.channel?.unref();
