/**
 * Rejections that the page has not sent yet. A rejection reaches the plugin and cannot be taken back there, so it waits
 * for eight seconds in which the person may take it back; it is sent at once when the inbox or the page is left.
 */
export const TAKE_BACK_MS = 8_000;

interface Unsent {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly send: () => void;
}
const unsent = new Map<string, Unsent>();

/** `send` must report its own failure. */
export function rejectLater(id: string, send: () => void): void {
  const finish = (): void => {
    unsent.delete(id);
    send();
  };
  unsent.set(id, { timer: setTimeout(finish, TAKE_BACK_MS), send: finish });
}

export const isUnsent = (id: string): boolean => unsent.has(id);

/** Returns false for a rejection that was sent already. */
export function takeBack(id: string): boolean {
  clearTimeout(unsent.get(id)?.timer);
  return unsent.delete(id);
}

export function sendAll(): void {
  for (const { timer, send } of [...unsent.values()]) {
    clearTimeout(timer);
    send();
  }
}
