/** The entry point of `kushk-deploy`. Each run ends with one of the exit codes in exit-codes.ts. */
import { errorClassOf } from '@kushk/event-store/error-class';
import { CommanderError } from 'commander';
import { EXIT, Failure, type ExitCode } from './exit-codes.js';
import { programFor } from './program.js';

// The services log as JSON, to the output that the report needs.
process.env['LOG_LEVEL'] ??= 'error';

async function main(): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  try {
    await programFor((code) => (exitCode = code)).parseAsync();
    return exitCode;
  } catch (error) {
    // Commander has already printed the message. `--help` also ends here, with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return failed(error);
  }
}

function failed(error: unknown): ExitCode {
  const message = error instanceof Error ? error.message : String(error);
  const exitCode =
    error instanceof Failure
      ? error.exitCode
      : error instanceof Error && error.name === 'ConfigError'
        ? EXIT.usage
        : errorClassOf(error) === 'unavailable'
          ? EXIT.unreachable
          : EXIT.fault;
  const isBug = exitCode === EXIT.fault && error instanceof Error;
  process.stderr.write(`kushk-deploy: ${isBug ? error.stack : message}\n`);
  return exitCode;
}

// A service that ran in this process may still hold connections.
process.exit(await main());
