/** How long a connection to PostgreSQL may take to open, in milliseconds. */
export const CONNECT_TIMEOUT_MS = {
  /** Somebody waits for the answer. */
  request: 2_000,
  /** Nobody waits: a server that starts, or has much to do, is waited for. */
  background: 10_000,
} as const;
