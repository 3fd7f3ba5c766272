/** Requests that are held until something happens: they must not keep a gateway that stops, nor be cut off with it. */
import { Refused } from '@kushk/edge';

export class HeldRequests {
  private readonly ends = new Set<() => void>();
  private hasEnded = false;

  /** What comes of `work`, or after `lettingGo` `service.unavailable` (503 with `Retry-After`) once nothing is held any more: another gateway holds it on. */
  async until<T>(work: Promise<T>, lettingGo: () => void): Promise<T> {
    let end = (): void => undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      end = () => {
        lettingGo();
        reject(Refused.unavailable('gateway'));
      };
    });
    this.ends.add(end);
    if (this.hasEnded) end();
    try {
      return await Promise.race([work, ended]);
    } finally {
      this.ends.delete(end);
    }
  }

  /** Lets go of all that are held, and of each that comes later at once. */
  end(): void {
    this.hasEnded = true;
    for (const end of this.ends) end();
  }
}
