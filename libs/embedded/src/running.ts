/** A server that runs, as the one who started it sees it. */
export interface Running {
  /** Where clients connect, credentials included, e.g. `postgresql://postgres:…@127.0.0.1:8100/postgres`. */
  readonly url: string;
  readonly pid: number;
  /** What the one at the keyboard should know, such as data kept elsewhere; usually empty. */
  readonly notes: readonly string[];
  /** Resolves with the last lines of its log when the server ends without having been asked to. */
  readonly died: Promise<string>;
  /** Ends the server in order and waits for it; may be called twice. */
  stop(): Promise<void>;
}

export type StartFailure = 'port_taken' | 'disk_full' | 'binary_missing' | 'data_unusable' | 'failed';

/** A server could not be started. The message is one line that can be shown to a person as it is. */
export class ServerStartError extends Error {
  readonly reason: StartFailure;

  constructor(reason: StartFailure, message: string) {
    super(message);
    this.name = 'ServerStartError';
    this.reason = reason;
  }
}
