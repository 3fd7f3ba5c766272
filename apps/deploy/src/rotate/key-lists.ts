/** The lists of keys that overlap while one of them is replaced. Pure. */
import { newSealingKey, newSigningKey } from '@kushk/credentials';

/** A key of 32 bytes. The first one of a list is used for what is new, each of them for what exists. */
interface ListedKey {
  readonly kid: string;
  readonly k: string;
  /** When it was added by a rotation. */
  readonly created_at?: string;
}
/** Signing keys have validity periods (docs/fleet.md). */
interface SigningJwk {
  readonly d?: string;
  readonly nbf?: number;
  readonly exp?: number;
}

/** How long the old key signs on, so that all instances have pinned the new one by then. */
const overlapDays = 7;
const daySeconds = 86_400;

const keysIn = (value: string): readonly ListedKey[] =>
  value.startsWith('[') ? (JSON.parse(value) as readonly ListedKey[]) : [{ kid: 'first', k: value }];

/** Adds a key to the end, or returns null while one that was added is not the first one yet. */
export function withAddedKey(value: string, at: Date): string | null {
  const keys = keysIn(value);
  if (addedKey(keys) !== undefined) return null;
  return JSON.stringify([...keys, { ...newSealingKey(), created_at: at.toISOString() }]);
}

/** Makes the added key the first one; null when none was added. */
export function withFirstKey(value: string): string | null {
  const keys = keysIn(value);
  const added = addedKey(keys);
  return added === undefined ? null : JSON.stringify([added, ...keys.filter((key) => key !== added)]);
}

/** The last one, if it is newer than the first one. */
function addedKey(keys: readonly ListedKey[]): ListedKey | undefined {
  const [first, last] = [keys[0], keys.at(-1)];
  const isNewer = (last?.created_at ?? '') > (first?.created_at ?? '');
  return first !== last && isNewer ? last : undefined;
}

/** Adds a signing key that takes over in a week; the private halves of keys that have ended are removed. */
export function withNextSigningKey(value: string, at: Date): { readonly value: string; readonly from: Date } {
  const now = Math.floor(at.getTime() / 1_000);
  const from = now + overlapDays * daySeconds;
  const keys = (JSON.parse(value) as readonly SigningJwk[]).map(({ d, ...key }) => {
    const ended = key.exp !== undefined && key.exp <= now;
    if (d === undefined || ended) return key;
    // A statement that was signed just before the change is verified by its signed time.
    return { ...key, d, exp: Math.min(key.exp ?? Infinity, from + daySeconds) };
  });
  return { value: JSON.stringify([...keys, { ...newSigningKey(), nbf: from }]), from: new Date(from * 1_000) };
}
