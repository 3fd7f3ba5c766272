/** The time that the pages show: outside production a test clock may run ahead of the real time. */
let aheadMs = 0;
const listeners = new Set<() => void>();
const MS_PER_SECOND = 1_000;

export const nowMs = (): number => Date.now() + aheadMs;

export function setClockAhead(seconds: number): void {
  aheadMs = seconds * MS_PER_SECOND;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the clock may have been moved. Returns a function that ends this. */
export function onClockMoved(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
