/**
 * The place in a feed up to which a plugin has read. Opaque to it and bound to its installation: the cursor of
 * another is an error, not a way to read from an arbitrary place.
 */

const VERSION = '1';

/** `after` sequence 0 means: before the first event. */
export function cursorAt(installationId: string, sequence: number): string {
  return btoa(`${VERSION}:${sequence}:${installationId}`).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The sequence that a cursor stands at, or null when it is no cursor of this installation. */
export function sequenceOf(cursor: string, installationId: string): number | null {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(cursor)) return null;
  const text = decode(cursor);
  const match = text === null ? null : /^1:(0|[1-9]\d{0,14}):(.+)$/.exec(text);
  if (match === null || match[2] !== installationId) return null;
  // Only the one spelling that we give out: no second text for the same place.
  const sequence = Number(match[1]);
  return cursorAt(installationId, sequence) === cursor ? sequence : null;
}

function decode(cursor: string): string | null {
  try {
    return atob(cursor.replace(/-/g, '+').replace(/_/g, '/'));
  } catch {
    return null;
  }
}

/** Where to read on from, or why not. `oldestKept` is null while the feed has no event at all. */
export type ReadFrom =
  | { readonly kind: 'after'; readonly sequence: number }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'expired'; readonly oldest: string };

/**
 * `cursor` absent or empty is the oldest event that is kept. A cursor is expired when the event that follows it is
 * no longer kept; `newest` guards against cursors from a feed that has been lost and begun anew.
 */
export function readFrom(
  cursor: string | null,
  installationId: string,
  kept: { readonly oldest: number; readonly newest: number } | null,
): ReadFrom {
  const beforeOldest = (kept?.oldest ?? 1) - 1;
  if (cursor === null || cursor === '') return { kind: 'after', sequence: beforeOldest };
  const sequence = sequenceOf(cursor, installationId);
  if (sequence === null || sequence > (kept?.newest ?? 0)) return { kind: 'invalid' };
  if (sequence < beforeOldest) return { kind: 'expired', oldest: cursorAt(installationId, beforeOldest) };
  return { kind: 'after', sequence };
}
