let ended: Promise<void> | null = null;

/**
 * Resolves at the end of this turn of the event loop, for everybody who waits in it at once. Responses are sent then,
 * one right after the other. A response that is sent as soon as it is ready would find its client, or the proxy in
 * front, waiting in the kernel again, and each send would have to wake that process: half of the processor time of a
 * small request (docs/performance.md, Scheduling, memory and the disk).
 */
export function endOfTurn(): Promise<void> {
  ended ??= new Promise((resolve) => {
    setImmediate(() => {
      ended = null;
      resolve();
    });
  });
  return ended;
}
