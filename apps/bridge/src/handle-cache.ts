import type { IssuedHandle } from '@kushk/bridge-protocol';

/** The part of a handle's life after which it is renewed. */
const RENEW_AFTER = 0.75;
/** A renewal that failed is tried again after this part of the life. */
const RETRY_AFTER = 0.1;
const MIN_DELAY_MS = 1_000;

/**
 * The page's handle. It is renewed before it expires, as long as the page is visible, so that `get` hardly ever waits.
 * Ages are measured with `performance.now()`: the clock of the device may be wrong.
 */
export class HandleCache {
  private issued: (IssuedHandle & { readonly atMs: number }) | null = null;
  private renewal: Promise<string> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isEnded = false;

  constructor(private readonly request: () => Promise<IssuedHandle>) {
    document.addEventListener('visibilitychange', this.renewIfOld);
  }

  /** Calls at the same time share one request. With `fresh`, a stored handle is not used. */
  get({ fresh = false }: { readonly fresh?: boolean } = {}): Promise<string> {
    const { issued } = this;
    if (!fresh && issued !== null && this.age(issued) < RENEW_AFTER) return Promise.resolve(issued.handle);
    this.renewal ??= this.renew().finally(() => {
      this.renewal = null;
    });
    return this.renewal;
  }

  end(): void {
    this.isEnded = true;
    this.issued = null;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.renewIfOld);
  }

  private async renew(): Promise<string> {
    // The life begins before the answer arrives.
    const atMs = performance.now();
    const issued = await this.request();
    this.issued = { ...issued, atMs };
    this.schedule(issued.expiresInMs * RENEW_AFTER);
    return issued.handle;
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    if (!this.isEnded) this.timer = setTimeout(this.renewIfOld, Math.max(delayMs, MIN_DELAY_MS));
  }

  /** A page that nobody sees does not renew. It does so when it becomes visible again. */
  private readonly renewIfOld = (): void => {
    const { issued } = this;
    if (this.isEnded || document.hidden || issued === null) return;
    const leftMs = (RENEW_AFTER - this.age(issued)) * issued.expiresInMs;
    if (leftMs > 0) {
      this.schedule(leftMs);
      return;
    }
    this.get().catch(() => {
      this.schedule(issued.expiresInMs * RETRY_AFTER);
    });
  };

  /** The part of its life that the handle has lived: 1 when it expires. */
  private age({ atMs, expiresInMs }: { readonly atMs: number; readonly expiresInMs: number }): number {
    return (performance.now() - atMs) / expiresInMs;
  }
}
