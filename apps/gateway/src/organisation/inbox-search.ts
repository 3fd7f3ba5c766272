/** The query parameters that the lists of the inbox share. */
import type { InboxSearch } from '@kushk/contracts';
import type { QueryReader } from '@kushk/edge';

export const SEARCH_MAX = 200;
export const PLUGIN_ID_MAX = 128;

export function inboxSearch(read: QueryReader): Required<InboxSearch> {
  return {
    q: read.text('q', SEARCH_MAX),
    until: read.time('until'),
    sort: read.oneOf('sort', ['newest', 'oldest']),
  };
}
