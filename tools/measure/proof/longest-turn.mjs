/** Measures the turns of the event loop of the process under proof, and reports the longest one on request. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 5;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();
process.on('message', (message) => {
  if (message.longestTurn !== true) return;
  process.send({ longestTurnMs: Math.max(0, delays.max / 1e6 - resolutionMs) });
  delays.reset();
});
// The channel to the parent must not keep the process alive.
process.channel?.unref();
