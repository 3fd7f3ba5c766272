import { log } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { Keys } from '../keys.view.js';

const minuteMs = 60_000;

/**
 * Notes when a key was last used, to the minute: at most one write per key and minute, after the answer and never in
 * its way. It is no fact: nothing is decided by it, and a write that fails is only a minute that is not shown.
 */
@Injectable()
export class KeyUses {
  private minute = 0;
  private readonly notedThisMinute = new Set<string>();

  constructor(private readonly keys: Keys) {}

  note(keyId: string, at: Date): void {
    const minute = Math.floor(at.getTime() / minuteMs);
    if (minute !== this.minute) {
      this.minute = minute;
      this.notedThisMinute.clear();
    }
    if (this.notedThisMinute.has(keyId)) return;
    this.notedThisMinute.add(keyId);
    this.keys.used(keyId, new Date(minute * minuteMs)).catch((error: unknown) => {
      this.notedThisMinute.delete(keyId);
      log.warn({ error, key_id: keyId }, 'last use of a key was not noted');
    });
  }
}
