/** Defects of what keeps the service available, which the proofs of it plant (`patch-table.mjs`). */
export const availabilityDefects = {
  /** A process says that it is ready while it starts. */
  'always-ready': [
    {
      file: 'libs/runtime/dist/health.js',
      find: "failed.length === 0 ? 'ready'",
      replace: "failed.length >= 0 ? 'ready'",
    },
  ],
  /** A process believes its own clock. */
  'trusted-clock': [
    {
      file: 'libs/event-store/dist/maintenance/clock-comparison.js',
      find: 'if (Math.abs(nowMs) > toleranceMs)',
      replace: 'if (Math.abs(nowMs) > Infinity)',
    },
  ],
  /** A process connects to the first NATS server that it knows, and to no other. */
  'first-nats-server-only': [
    {
      file: 'libs/broker/dist/connection/connection-options.js',
      find: 'servers: urls.map(',
      replace: 'servers: urls.slice(0, 1).map(',
    },
  ],
  /** A failure of PostgreSQL that only writes notice is not reported. */
  'reads-are-enough': [
    {
      file: 'libs/event-store/dist/loop/command-batcher.js',
      find: "if (errorClass === 'unavailable') this.failure =",
      replace: "if (errorClass === 'never') this.failure =",
    },
  ],
};
