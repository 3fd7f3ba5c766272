import { eventually } from '@kushk/testing';

/** Waits at most this time until the expectations are met. Fails with the last unmet expectation. */
export async function holdsWithin(withinMs: number, expectations: () => void | Promise<void>): Promise<void> {
  await eventually(async () => {
    await expectations();
    return true;
  }, withinMs);
}
