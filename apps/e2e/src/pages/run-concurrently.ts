/** How many run at the same time. */
export const WORKERS = 4;

type Run<Item> = (item: Item, worker: number) => Promise<void>;

/**
 * Runs all items, a few at the same time, as soon as the outcome of one is wanted. Returns the outcome of an item: so
 * each can be a test of its own, although they do not run one after the other. Each worker has a number from 0, and
 * runs one item at a time.
 */
export function runConcurrently<Item>(items: readonly Item[], run: Run<Item>): (item: Item) => Promise<void> {
  let outcomes: ReadonlyMap<Item, Promise<void>> | undefined;
  return async (item) => {
    outcomes ??= startAll(items, run);
    await outcomes.get(item);
  };
}

function startAll<Item>(items: readonly Item[], run: Run<Item>): ReadonlyMap<Item, Promise<void>> {
  const outcomes = new Map(items.map((item) => [item, Promise.withResolvers<void>()]));
  const left = [...items];
  const runNext = async (worker: number): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      const { resolve, reject } = outcomes.get(item)!;
      await run(item, worker).then(resolve, reject);
    }
  };
  for (let worker = 0; worker < WORKERS; worker += 1) void runNext(worker);
  // A test may look at an outcome only after it has failed.
  for (const { promise } of outcomes.values()) promise.catch(() => undefined);
  return new Map([...outcomes].map(([item, { promise }]) => [item, promise]));
}
