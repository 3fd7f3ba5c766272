/** The entry point of `kushk`. Each run ends with one of the exit codes in exit-codes.ts. */
import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.js';
import { Failure } from './failure.js';
import { languageFrom, programFor, terminalFor } from './program.js';

// A reader that stops early (`kushk … | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.usage),
);

const language = languageFrom(process.argv.slice(2), process.env);
const program = programFor((exitCode) => {
  process.exitCode = exitCode;
}, language);
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has already printed the message. `--help` also ends here, with exit code 0.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } else if (error instanceof Failure) {
    const terminal = terminalFor(program.opts());
    const { nextStepFor } = await import('./next-step.js');
    // Problems say themselves what to write, but not the option that takes it.
    const { details } = error;
    const isClear =
      details.params?.['problems'] !== undefined &&
      details.step === undefined &&
      details.code !== 'installation.settings_invalid';
    terminal.failure(error, isClear ? null : nextStepFor(details, terminal.language));
    process.exitCode = error.details.exitCode;
  } else {
    process.stderr.write(`kushk: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = EXIT.fault;
  }
}
