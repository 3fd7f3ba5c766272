/** A server that was started with `startPostgres` or `startNats`. */
export interface RunningServer {
  /**
   * The URL to which clients connect, including credentials, e.g. `postgresql://postgres:…@127.0.0.1:8100/postgres`.
   */
  readonly url: string;
  readonly pid: number;
  /** Messages for the user, such as a note that the data is in another folder; usually empty. */
  readonly notes: readonly string[];
  /** Resolves when the server ends without a call of `stop`. The value is the last lines of the server's log. */
  readonly crashed: Promise<string>;
  /** Ends the server and waits until it has ended. May be called twice. */
  stop(): Promise<void>;
}

export type StartFailure = 'port_taken' | 'disk_full' | 'binary_missing' | 'data_unusable' | 'failed';

/** Thrown when a server cannot be started. The message is one line for the user. */
export class ServerStartError extends Error {
  readonly reason: StartFailure;

  constructor(reason: StartFailure, message: string) {
    super(message);
    this.name = 'ServerStartError';
    this.reason = reason;
  }
}
