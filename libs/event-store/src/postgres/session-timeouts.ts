/**
 * The timeouts of every session of PostgreSQL, in milliseconds, as node-postgres names them.
 *
 * A transaction that stays open stops the relays of every service of the cluster, which read only below the oldest one.
 * A process that is suspended inside a transaction therefore loses its session, whatever the server's default is.
 */
export const SESSION_TIMEOUTS = {
  /** For a session that requests wait for. */
  request: { connectionTimeoutMillis: 2_000, idle_in_transaction_session_timeout: 4_000 },
  /** For background work: a server that starts, or has much to do, gets the time. */
  background: { connectionTimeoutMillis: 10_000, idle_in_transaction_session_timeout: 15_000 },
} as const;
