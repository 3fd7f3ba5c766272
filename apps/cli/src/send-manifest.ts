/** Sends the manifest in a file to a service. Prints the problems in the reply with their line numbers in the file. */
import type { Problem } from '@kushk/contracts';
import { EXIT, type ExitCode } from './exit-codes.js';
import { Failure } from './failure.js';
import { problemCount, problemLines, readText } from './manifest-file.js';
import type { Terminal } from './terminal.js';

export interface ManifestRequest<Reply> {
  /** `source` is the text of the file. */
  readonly send: (manifest: unknown, source: string) => Promise<Reply>;
  /** `withLines` adds the line and column to each problem of the manifest. */
  readonly print: (reply: Reply, withLines: (problems: readonly Problem[]) => Problem[]) => void;
}

/** Problems for which no instance would offer a release, thrown before it is sent. */
export class RefusedByAll extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super('no instance would offer this release');
  }
}

/**
 * Exits with 1 if the file is not valid YAML or the service finds problems in the manifest, with 5 for
 * {@link RefusedByAll}. Throws other failures.
 */
export async function sendManifest<Reply>(
  terminal: Terminal,
  file: string,
  { send, print }: ManifestRequest<Reply>,
): Promise<ExitCode> {
  const text = readText(file);
  const { parseManifestYaml } = await import('@kushk/manifest');
  const { manifest, problems, locate } = parseManifestYaml(text);
  if (problems.length > 0) return printProblems(terminal, file, problems);
  const withLines = (found: readonly Problem[]): Problem[] =>
    found.map((problem) => ({ ...problem, ...locate(problem.path) }));
  try {
    print(await send(manifest, text), withLines);
    return EXIT.ok;
  } catch (failure) {
    if (failure instanceof RefusedByAll) {
      const problems = withLines(failure.problems);
      const message = terminal.translate`no instance would offer this release, so it was not sent; --allow-refused sends it`;
      const error = { code: 'cli.would_be_refused', message, params: { file, problems } };
      terminal.result({ error }, [...problemLines(terminal, file, problems), message]);
      return EXIT.wouldBeRefused;
    }
    const found = manifestProblemsOf(failure);
    if (found === null) throw failure;
    return printProblems(terminal, file, withLines(found));
  }
}

function printProblems(terminal: Terminal, file: string, problems: readonly Problem[]): ExitCode {
  const count = problemCount(terminal, problems);
  const error = { code: 'catalogue.manifest_invalid', message: count, params: { file, problems } };
  terminal.result({ error }, [...problemLines(terminal, file, problems), count]);
  return EXIT.refused;
}

function manifestProblemsOf(failure: unknown): readonly Problem[] | null {
  if (!(failure instanceof Failure) || failure.details.code !== 'catalogue.manifest_invalid') return null;
  const problems = failure.details.params?.['problems'];
  return Array.isArray(problems) ? (problems as readonly Problem[]) : null;
}
