/** Bodies of responses that are not a JSON value. */
export interface SerializedBody {
  readonly tag: string;
  /** Returns the body as JSON. Called only when the client does not have this representation yet. */
  readonly text: () => string | Buffer;
}

/** The type parameter `Body` only documents the type of the body; nothing validates the body here. */
export interface StreamedBody {
  readonly contentType: string;
  /** Bytes of the whole body, when they are known: the client then notices a body that ends early. */
  readonly contentLength?: number;
  /** Whether each chunk is sent at once, and the body may last for hours: server-sent events. */
  readonly isLive?: boolean;
  readonly chunks: AsyncIterable<string | Buffer>;
}
