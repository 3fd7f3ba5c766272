import { pageHandler, respond } from '@kushk/broker';
import { encodeCursor, workspace, type Json } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { textMatcher } from '@kushk/text-search';
import { installationStream, schemaOf, typeNotFound } from '../../installation/installation.js';
import { Records, recordRowToWire, type RecordWithData } from '../record.view.js';

/** What one call searches. The data of plugins has no index of terms, so each record is read. */
const SEARCHED = { limit: 1_000, maxBytes: 1024 * 1024 };

export const SearchOwnRecordsHandler = pageHandler(
  workspace.searchRecords,
  { store: EventStore, records: Records },
  async ({ installation_id, type, query, ...page }, { store, records }, start) => {
    const { state: installation } = await store.load(streamRef(installationStream, installation_id));
    if (schemaOf(installation, type) === null) return typeNotFound(installation, type);
    const matches = textMatcher(query);
    if (matches === null) return respond({ items: [], next_cursor: null });
    const { rows, hasMore } = await records.list(installation_id, type, { start, ...SEARCHED });
    const found: RecordWithData[] = [];
    let bytes = 0;
    for (const row of rows) {
      if (!matches([row.external_id, ...textsOf(row.data.content)].join('\n'))) continue;
      bytes += row.data_bytes;
      if (found.length > 0 && (found.length === page.limit || bytes > (page.max_bytes ?? SEARCHED.maxBytes)))
        return respond(pageEndingAt(found.at(-1), found));
      found.push(row);
    }
    return respond(pageEndingAt(hasMore ? rows.at(-1) : undefined, found));
  },
);

/** `last` is the last record that was searched before the next page; undefined when there is none. */
function pageEndingAt(last: RecordWithData | undefined, found: readonly RecordWithData[]) {
  return {
    items: found.map(recordRowToWire),
    next_cursor: last === undefined ? null : encodeCursor(last.external_id),
  };
}

/** The texts and numbers of the data, without the names of its fields. */
function* textsOf(value: Json): Generator<string | number> {
  if (typeof value === 'string' || typeof value === 'number') yield value;
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* textsOf(one);
}
