import { KeyUseThrottle } from './authenticate-key/key-use-throttle.js';
import type { Keys } from './keys.view.js';

/** Records when keys are used. */
export class KeyUses {
  private readonly throttle = new KeyUseThrottle();

  constructor(
    private readonly keys: Pick<Keys, 'recordUse'>,
    private readonly report: (error: unknown, keyId: string) => void,
  ) {}

  /**
   * Runs in the background and delays nothing. No decision depends on the time of last use, so a failed write only
   * makes the displayed time less accurate.
   */
  record(keyId: string, at: Date): void {
    const minute = this.throttle.take(keyId, at);
    if (minute === null) return;
    this.keys.recordUse(keyId, minute).catch((error: unknown) => {
      this.throttle.release(keyId);
      this.report(error, keyId);
    });
  }
}
