/** Cursors of paged lists. A cursor is an opaque string that encodes the key of the last item of a page. */

/**
 * The cursor for the page that starts after the item with this key: the base64url encoding of the key's UTF-8 bytes.
 */
export function encodeCursor(key: string): string {
  const bytes = new TextEncoder().encode(key);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Decodes the key that `encodeCursor` encoded. Returns null for any other text; the request is then rejected with
 * `cursor.invalid`.
 */
export function decodeCursor(cursor: string): string | null {
  if (!/^[A-Za-z0-9_-]{1,1100}$/.test(cursor)) return null;
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const key = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // PostgreSQL stores no NUL character and rejects a query that contains one, so no valid key contains NUL.
    return encodeCursor(key) === cursor && !key.includes('\u0000') ? key : null;
  } catch {
    return null;
  }
}

/**
 * The maximum size of one page, in characters of JSON. A character takes at most three bytes of UTF-8. A full page
 * therefore fits into one NATS message (8 MiB), even with one more row as large as a request body.
 */
export const MAX_PAGE_CHARACTERS = 2 * 1024 * 1024;

/**
 * Builds one page from `rows`. The caller reads `limit + 1` rows: the extra row shows that there is a next page. A
 * page also ends at `MAX_PAGE_CHARACTERS`, but always contains at least one row. `next_cursor` is null on the last
 * page.
 */
export function pageOfRows<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): { readonly pageRows: readonly Row[]; readonly next_cursor: string | null } {
  const pageRows = withinCharacterLimit(rows.slice(0, limit));
  const last = pageRows.at(-1);
  const hasMore = rows.length > pageRows.length && last !== undefined;
  return { pageRows, next_cursor: hasMore ? encodeCursor(keyOf(last)) : null };
}

/** The rows of one page, as read from a database. `hasMore`: further rows follow. */
export interface RowsOfPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/**
 * Builds one page from rows that were read within the limits of a page (`readPage` of the event store). `next_cursor`
 * is null on the last page.
 */
export function pageOf<Row, Item>(
  { rows, hasMore }: RowsOfPage<Row>,
  { keyOf, itemOf }: { readonly keyOf: (row: Row) => string; readonly itemOf: (row: Row) => Item },
): { readonly items: readonly Item[]; readonly next_cursor: string | null } {
  const last = rows.at(-1);
  return { items: rows.map(itemOf), next_cursor: hasMore && last !== undefined ? encodeCursor(keyOf(last)) : null };
}

function withinCharacterLimit<Row>(rows: readonly Row[]): readonly Row[] {
  let count = 0;
  for (let characters = 0; count < rows.length; count += 1) {
    characters += JSON.stringify(rows[count]).length;
    if (characters > MAX_PAGE_CHARACTERS && count > 0) break;
  }
  return rows.slice(0, count);
}

/**
 * The key after which the page starts: null for the first page, `undefined` for an invalid cursor. The caller rejects
 * an invalid cursor with `cursor.invalid`.
 */
export function keyAfterCursor(cursor: string | null): string | null | undefined {
  return cursor === null ? null : (decodeCursor(cursor) ?? undefined);
}
