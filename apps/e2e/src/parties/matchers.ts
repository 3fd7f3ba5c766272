import { expect } from '@jest/globals';

/** Matches an id with this prefix. */
export const anId = (prefix: string): string =>
  expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{20,}$`)) as unknown as string;
/** Matches an RFC 3339 time in UTC. */
export const aTime = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/) as unknown as string;
