/** The orders of the store. Pure: the SQL of each, and its positions in cursors. */
import type { StoreOrder } from '@kushk/contracts';

/** A plugin of a page. By `key`, and then by its id, it has its place in the order. */
export interface PlacedPlugin {
  readonly plugin_id: string;
  readonly key: string;
}

const nameOf = ({ sort, language }: StoreOrder): string => (sort === 'name' ? `${sort}:${language}` : sort);

/** The position of a plugin, as the key of a cursor. In the usual order it is the id of the plugin. */
export function positionOf(order: StoreOrder | null, { plugin_id, key }: PlacedPlugin): string {
  return order === null ? plugin_id : `${nameOf(order)} ${plugin_id} ${key}`;
}

/** Reads a position; undefined when it is one of another order. */
export function placeOf(order: StoreOrder | null, position: string): PlacedPlugin | undefined {
  const [name, plugin_id, ...key] = position.split(' ');
  if (order === null) return plugin_id === undefined ? { plugin_id: position, key: '' } : undefined;
  return name === nameOf(order) && plugin_id !== undefined ? { plugin_id, key: key.join(' ') } : undefined;
}

/**
 * The SQL of a page of plugins in an order: those of the listings `l` that meet a condition. The last version of a
 * plugin gives its place. `parameter` adds a parameter of the statement.
 */
export function pageInOrder(
  { sort, language }: StoreOrder,
  condition: string,
  { start, limit, parameter }: PageStart & { readonly parameter: (value: unknown) => string },
): string {
  const [beyond, direction] = sort === 'newest' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
  const after = start && `where (key, plugin_id) ${beyond} (${parameter(start.key)}, ${parameter(start.plugin_id)})`;
  return `select plugin_id, key from (select last.plugin_id, ${sort === 'newest' ? PUBLISHED : nameKey(language)} as key
      from (select distinct on (l.plugin_id) l.plugin_id, l.version, l.manifest_digest, l.published_at
        from listings l where ${condition} order by l.plugin_id, l.published_at desc, l.version desc) last) placed
    ${after ?? ''} order by key ${direction}, plugin_id ${direction} limit ${limit}`;
}

interface PageStart {
  /** The last plugin of the page before; null for the first page. */
  readonly start: PlacedPlugin | null;
  /** The SQL of the number of plugins. */
  readonly limit: string;
}

const PUBLISHED = `to_char(last.published_at at time zone 'utc', 'YYYYMMDDHH24MISSUS') collate "C"`;
const nameKey = (language: StoreOrder['language']): string => `
  coalesce((select m.name_${language} from release_manifests m where m.plugin_id = last.plugin_id
    and m.version = last.version and m.digest = last.manifest_digest limit 1), '')`;
