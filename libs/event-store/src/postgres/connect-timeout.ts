/** How long a connection to PostgreSQL may take to open, in milliseconds. */
export const CONNECT_TIMEOUT_MS = {
  /** For a connection that a request waits for. */
  request: 2_000,
  /** For background work: a server that starts, or has much to do, gets the time. */
  background: 10_000,
} as const;
