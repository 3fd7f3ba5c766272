/** Ends a command with an exit code, an error code for scripts and a message for people. */
import { EXIT, type ExitCode } from './exit-codes.js';
import { textOf, type Language, type Phrase } from './phrase.js';

export interface FailureDetails {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly status?: number;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  /** What the plugin printed last, by lines. */
  readonly output?: readonly string[];
  /** What to do, where the code alone does not tell it. */
  readonly step?: Phrase;
}

export class Failure extends Error {
  /** A text that the service sent is already in the language of the request. */
  constructor(
    private readonly text: string | Phrase,
    readonly details: FailureDetails,
  ) {
    super(typeof text === 'string' ? text : textOf(text, 'en'));
  }

  withStep(step: Phrase): Failure {
    return new Failure(this.text, { ...this.details, step });
  }

  textIn(language: Language): string {
    return typeof this.text === 'string' ? this.text : textOf(this.text, language);
  }
}

/** Creates the failure for an invalid command line or a file that cannot be read. */
export function usageFailure(message: Phrase): Failure {
  return new Failure(message, { code: 'cli.usage', exitCode: EXIT.usage });
}
