import { instanceApi, resultOf } from '@kushk/api-client';
import type { CommandGroup, Texts } from '@kushk/ui';

const MOST_HITS = 20;

/** Where a record is shown. Records without a page of their own lead to their list. */
const addresses = {
  case: (id: string) => `/cases/${encodeURIComponent(id)}`,
  session: (id: string) => `/sessions/${encodeURIComponent(id)}`,
  document: (id: string) => `/documents/${encodeURIComponent(id)}`,
  person: () => '/people',
  calendar_event: () => '/calendar',
  memory: () => '/memory',
} as const;
type RecordType = keyof typeof addresses;
const types = Object.keys(addresses) as readonly RecordType[];

interface SearchOptions {
  readonly t: Texts['t'];
  readonly open: (href: string) => void;
}

/** Searches everything that the person may see, grouped by type, for the command palette. */
export function searchRecords({ t, open }: SearchOptions) {
  return async (text: string, signal: AbortSignal): Promise<readonly CommandGroup[]> => {
    const query = { q: text, limit: MOST_HITS };
    const { items } = await resultOf(instanceApi.GET('/instance/v1/search', { params: { query }, signal }));
    const groups = types.map((type) => ({
      id: type,
      title: t(`search.${type}`),
      commands: items
        .filter((hit) => hit.type === type)
        .map(({ id, title, excerpt }) => ({
          id,
          title,
          ...(excerpt !== null && { note: excerpt }),
          run: () => open(addresses[type](id)),
        })),
    }));
    const all = {
      id: 'all',
      title: t('search.all', { text }),
      run: () => open(`/search?q=${encodeURIComponent(text)}`),
    };
    return [...groups, { id: 'more', title: t('search.more'), commands: [all] }];
  };
}
