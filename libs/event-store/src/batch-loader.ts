import DataLoader from 'dataloader';

/** Most keys of one query. */
const keysLimit = 1_000;

export interface BatchLoader<Key, Value> {
  /** The value of one key, or undefined where there is none. Rejects as the query does. */
  load(key: Key): Promise<Value | undefined>;
}

/**
 * Loads in one query what is requested in one turn of the event loop: handlers that one network packet woke up request
 * much the same. Nothing is cached, so a value is never older than its request.
 *
 * `loadMany` returns the values of the keys that have one.
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
