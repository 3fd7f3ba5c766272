/** Why a command could not do what it was asked: carries the exit code and what is shown. */
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

/** The command line is wrong, or names what is not there. */
export function usageFailure(message: string): Failure {
  return new Failure(message, { code: 'cli.usage', exitCode: EXIT.usage });
}
