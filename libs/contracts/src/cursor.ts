/** The cursor of a list: where the last page ended, opaque to the caller and checked when it comes back. */

/** A cursor after the item with this key. */
export function cursorAfter(key: string): string {
  const bytes = new TextEncoder().encode(key);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The key in a cursor, or null when the text is none of ours (the refusal is then `cursor.invalid`). */
export function keyOfCursor(cursor: string): string | null {
  if (!/^[A-Za-z0-9_-]{1,1100}$/.test(cursor)) return null;
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const key = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // PostgreSQL keeps no NUL character, so none of our keys has one, and none may be asked for.
    return cursorAfter(key) === cursor && !key.includes('\u0000') ? key : null;
  } catch {
    return null;
  }
}

/**
 * What the rows of one page hold at most, as characters of JSON. In UTF-8 that is three times as many bytes at worst,
 * which a reply (8 MiB) still carries beside a row that is as large as a request's body may be.
 */
const PAGE_MOST_CHARACTERS = 2 * 1024 * 1024;

/**
 * One page of rows that were read one more than `limit`: what is shown, and the cursor where there is more. Rows that
 * are too large for one reply together are shown on several pages, at least one on each.
 */
export function pageOfRows<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): { readonly shown: readonly Row[]; readonly next_cursor: string | null } {
  const shown = fitting(rows.slice(0, limit));
  const last = shown.at(-1);
  return { shown, next_cursor: rows.length > shown.length && last !== undefined ? cursorAfter(keyOf(last)) : null };
}

function fitting<Row>(rows: readonly Row[]): readonly Row[] {
  let count = 0;
  for (let characters = 0; count < rows.length; count += 1) {
    characters += JSON.stringify(rows[count]).length;
    if (characters > PAGE_MOST_CHARACTERS && count > 0) break;
  }
  return rows.slice(0, count);
}

/** Reads a list's cursor: the key to go on after, null for the start, `undefined` where the refusal `cursor.invalid` is due. */
export function startOf(cursor: string | null): string | null | undefined {
  return cursor === null ? null : (keyOfCursor(cursor) ?? undefined);
}
