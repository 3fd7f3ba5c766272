import { eventually } from '@kushk/testing';

/** Waits until the expectations hold, for at most this time; fails with the last unmet expectation. */
export async function holdsWithin(withinMs: number, expectations: () => void | Promise<void>): Promise<void> {
  await eventually(async () => {
    await expectations();
    return true;
  }, withinMs);
}
