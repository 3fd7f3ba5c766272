const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE_MS = 60_000;

/** The limits of the pages of container plugins (docs/reference/containers.md, Pages). */
export interface PageLimits {
  readonly requestBytes: number;
  /** Of a response. Server-sent events and WebSockets have limits of time and rate only. */
  readonly responseBytes: number;
  /** Bytes per second of one installation, in both directions together, and what it may use at once. */
  readonly bytesPerSecond: number;
  readonly burstBytes: number;
  readonly connectWithinMs: number;
  /** From the last byte of the request to the headers of the response. */
  readonly answerWithinMs: number;
  /** Without a byte, a response ends; and a stream: server-sent events or a WebSocket. */
  readonly idleMs: number;
  readonly streamIdleMs: number;
  readonly responseWithinMs: number;
  readonly streamWithinMs: number;
  /** Requests and streams at a time, of one gateway. */
  readonly openOfInstallation: number;
  readonly openOfOrganisation: number;
  readonly open: number;
}

export const PAGE_LIMITS: PageLimits = {
  requestBytes: 16 * MIB,
  responseBytes: 64 * MIB,
  bytesPerSecond: 32 * MIB,
  burstBytes: 64 * MIB,
  connectWithinMs: 3_000,
  answerWithinMs: 10_000,
  idleMs: MINUTE_MS,
  streamIdleMs: 2 * MINUTE_MS,
  responseWithinMs: 5 * MINUTE_MS,
  streamWithinMs: 240 * MINUTE_MS,
  openOfInstallation: 256,
  openOfOrganisation: 512,
  open: 1_024,
};
