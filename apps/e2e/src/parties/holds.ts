import { eventually } from '@kushk/testing';

/** Waits until the expectations hold, at most so long; fails with what did not hold last. */
export async function holdsWithin(withinMs: number, expectations: () => void | Promise<void>): Promise<void> {
  await eventually(async () => {
    await expectations();
    return true;
  }, withinMs);
}
