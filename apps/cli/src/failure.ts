/** Ends a command with an exit code, an error code for scripts and a message for people. */
import { EXIT, type ExitCode } from './exit-codes.js';

export interface FailureDetails {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly status?: number;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}

export class Failure extends Error {
  constructor(
    message: string,
    readonly details: FailureDetails,
  ) {
    super(message);
  }
}

/** Creates the failure for an invalid command line or a file that cannot be read. */
export function usageFailure(message: string): Failure {
  return new Failure(message, { code: 'cli.usage', exitCode: EXIT.usage });
}
