/** Runs `run` for every item, at most `limit` at a time. After an error no further item is started. */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  limit: number,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const work = async () => {
    for (let next = waiting.next(); next.done !== true && !hasFailed; next = waiting.next()) {
      try {
        await run(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, work));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
