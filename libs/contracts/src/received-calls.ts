/** Requests to the plugin API as a gateway has answered them, which `kushk dev` shows. Only outside production. */

/** A request to the plugin API. Bodies, credentials and queries are not recorded. */
export interface ReceivedCall {
  /** Unique among the gateways. */
  readonly id: string;
  readonly at: string;
  readonly method: string;
  /** The path below `api_base`, at most 300 characters. */
  readonly path: string;
  readonly status: number;
  /** The code of the problem; null for a success. */
  readonly code: string | null;
  readonly duration_ms: number;
  readonly request_id: string;
}

/** A request with the installation in its address, and the organisation of its caller: null before it is known. */
export interface RecordedCall extends ReceivedCall {
  readonly installation_id: string;
  readonly organisation_id: string | null;
}

/** What one gateway has recorded since its last message. */
export interface CallsReceived {
  /** The process that recorded them. It ignores its own messages. */
  readonly gateway: string;
  readonly calls: readonly RecordedCall[];
}
