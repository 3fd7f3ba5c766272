/**
 * Idempotency keys of the writes. A repeated write gets the key of the try before it while nobody knows whether that
 * one took effect, so that "try again" never adds the same thing twice.
 */

/** Longer than a person needs to try again. A later write is meant as another one. */
export const UNCERTAIN_MS = 10 * 60 * 1000;
/** Bounds what is stored: bodies have up to a megabyte. */
const UNCERTAIN_MAX = 10;
const KEY_BYTES = 16;
const HEX = 16;
const HEX_DIGITS = 2;

interface Uncertain {
  readonly key: string;
  readonly untilMs: number;
}

export class WriteKeys {
  /** By the write: its address and body. */
  private readonly uncertain = new Map<string, Uncertain>();

  keyFor(write: string, nowMs: number): string {
    const known = this.uncertain.get(write);
    return known !== undefined && nowMs < known.untilMs ? known.key : newKey();
  }

  /** Nobody knows whether the write took effect: no response, or one of a service that stopped meanwhile. */
  keep(write: string, key: string, nowMs: number): void {
    this.uncertain.delete(write);
    this.uncertain.set(write, { key, untilMs: nowMs + UNCERTAIN_MS });
    for (const oldest of this.uncertain.keys()) {
      if (this.uncertain.size <= UNCERTAIN_MAX) break;
      this.uncertain.delete(oldest);
    }
  }

  /** The write took effect or was refused. What is sent next is another write, even if it looks the same. */
  forget(write: string): void {
    this.uncertain.delete(write);
  }
}

/**
 * The header of a write whose response has a secret. A repeated response would come without it, so each try has a key
 * of its own.
 */
export const ownKey = (): { readonly 'Idempotency-Key': string } => ({ 'Idempotency-Key': newKey() });

/** `crypto.randomUUID` does not exist on plain HTTP. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(HEX).padStart(HEX_DIGITS, '0'),
  ).join('');
}
