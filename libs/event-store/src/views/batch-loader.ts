import DataLoader from 'dataloader';

/** Maximum number of keys in one query. */
const keysLimit = 1_000;

export interface BatchLoader<Key, Value> {
  /** Resolves with the value of one key, or with undefined when the key has none. Rejects when the query rejects. */
  load(key: Key): Promise<Value | undefined>;
}

/**
 * Loads all values that are requested in one event-loop turn with a single query. Handlers that were woken up by the
 * same network packet often request the same data. Nothing is cached, so a value is never older than its request.
 *
 * `loadMany` omits keys that have no value.
 */
export function batchLoader<Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): BatchLoader<Key, Value> {
  return new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const values = await loadMany([...new Set(keys)]);
      return keys.map((key) => values.get(key));
    },
    { cache: false, maxBatchSize: keysLimit, batchScheduleFn: (dispatch) => void setImmediate(dispatch) },
  );
}
