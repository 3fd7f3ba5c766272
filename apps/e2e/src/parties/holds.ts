import { eventually } from '@kushk/testing';

/** Repeats the expectations until they are met, for at most this time. Fails with the last unmet expectation. */
export async function holdsWithin(withinMs: number, expectations: () => void | Promise<void>): Promise<void> {
  await eventually(async () => {
    await expectations();
    return true;
  }, withinMs);
}
