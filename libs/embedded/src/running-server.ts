/** A server that was started by `startPostgres` or `startNats`. */
export interface RunningServer {
  /** Where clients connect, credentials included, e.g. `postgresql://postgres:…@127.0.0.1:8100/postgres`. */
  readonly url: string;
  readonly pid: number;
  /** Messages for the user, such as another folder for the data; usually empty. */
  readonly notes: readonly string[];
  /** Resolves with the last lines of its log when the server ends without `stop`. */
  readonly crashed: Promise<string>;
  /** Ends the server and waits for it; may be called twice. */
  stop(): Promise<void>;
}

export type StartFailure = 'port_taken' | 'disk_full' | 'binary_missing' | 'data_unusable' | 'failed';

/** A server could not be started. The message is one line for the user. */
export class ServerStartError extends Error {
  readonly reason: StartFailure;

  constructor(reason: StartFailure, message: string) {
    super(message);
    this.name = 'ServerStartError';
    this.reason = reason;
  }
}
