/** The position in a feed up to which a plugin has read. A cursor is opaque and valid for one installation only. */

const VERSION = '1';

/** Returns the cursor at a sequence number; 0 is the position before the first event. */
export function cursorAt(installationId: string, sequence: number): string {
  return btoa(`${VERSION}:${sequence}:${installationId}`).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Returns the sequence number of a cursor, or null when it is not a cursor of this installation. */
export function sequenceOf(cursor: string, installationId: string): number | null {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(cursor)) return null;
  const text = decode(cursor);
  const match = text === null ? null : /^1:(0|[1-9]\d{0,14}):(.+)$/.exec(text);
  if (match === null || match[2] !== installationId) return null;
  // Accepts only the canonical form that `cursorAt` produces, so that each position has exactly one cursor.
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

/** The sequence number to continue after, or the reason why the cursor is not valid. */
type ReadFrom =
  | { readonly kind: 'after'; readonly sequence: number }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'expired'; readonly oldest: string };

/**
 * Without a cursor, reading begins at the oldest stored event. A cursor is expired when the event after it has been
 * deleted. A cursor after `newest` belongs to a feed that was lost and recreated, so it is invalid.
 */
export function readFrom(
  cursor: string | null,
  installationId: string,
  stored: { readonly oldest: number; readonly newest: number } | null,
): ReadFrom {
  const beforeOldest = (stored?.oldest ?? 1) - 1;
  if (cursor === null || cursor === '') return { kind: 'after', sequence: beforeOldest };
  const sequence = sequenceOf(cursor, installationId);
  if (sequence === null || sequence > (stored?.newest ?? 0)) return { kind: 'invalid' };
  if (sequence < beforeOldest) return { kind: 'expired', oldest: cursorAt(installationId, beforeOldest) };
  return { kind: 'after', sequence };
}
