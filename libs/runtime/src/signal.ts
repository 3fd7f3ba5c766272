/**
 * Wakes a background loop that waits for new work. A notification that arrives while the loop is busy is stored, and
 * the next `wait` returns at once. The loop therefore never leaves work until the next poll.
 *
 * A signal means only that there may be work. It does not reach other processes, so the loop also looks for work when
 * `wait` times out.
 */
export class Signal {
  private isPending = false;
  private readonly waiters = new Set<() => void>();

  /** Wakes all waiting callers. If no caller waits, the notification is stored for the next `wait`. */
  notify(): void {
    if (this.waiters.size === 0) this.isPending = true;
    for (const wake of [...this.waiters]) wake();
  }

  /** Resolves with true when notified, with false after `timeoutMs`. `Infinity` waits without a timer. */
  wait(timeoutMs: number): Promise<boolean> {
    if (this.isPending) {
      this.isPending = false;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (notified: boolean): void => {
        clearTimeout(timer);
        this.waiters.delete(wake);
        resolve(notified);
      };
      const wake = (): void => settle(true);
      const timer = Number.isFinite(timeoutMs) ? setTimeout(() => settle(false), timeoutMs) : undefined;
      this.waiters.add(wake);
    });
  }
}
