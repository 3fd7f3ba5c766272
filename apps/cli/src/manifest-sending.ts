/** Sending the manifest of a file, and showing what the service says about it at the lines of that file. */
import type { Problem } from '@kushk/contracts';
import { EXIT, type ExitCode } from './exit-codes.js';
import { Failure } from './failure.js';
import { problemCount, problemLines, readText } from './manifest-file.js';
import type { Terminal } from './terminal.js';

export interface Sending<Reply> {
  readonly send: (manifest: unknown) => Promise<Reply>;
  /** `atLines` gives problems the lines of the file. */
  readonly show: (reply: Reply, atLines: (problems: readonly Problem[]) => Problem[]) => void;
}

/** Exit 1 where the file cannot be read as YAML, or the service finds problems in it; every other failure is thrown. */
export async function sendManifest<Reply>(
  terminal: Terminal,
  file: string,
  { send, show }: Sending<Reply>,
): Promise<ExitCode> {
  const text = readText(file);
  const { parseManifestYaml } = await import('@kushk/manifest');
  const { manifest, problems, locate } = parseManifestYaml(text);
  if (problems.length > 0) return refuse(terminal, file, problems);
  const atLines = (found: readonly Problem[]): Problem[] =>
    found.map((problem) => ({ ...problem, ...locate(problem.path) }));
  try {
    show(await send(manifest), atLines);
    return EXIT.ok;
  } catch (failure) {
    const found = problemsIn(failure);
    if (found === null) throw failure;
    return refuse(terminal, file, atLines(found));
  }
}

function refuse(terminal: Terminal, file: string, problems: readonly Problem[]): ExitCode {
  const count = problemCount(terminal, problems.length);
  const error = { code: 'catalogue.manifest_invalid', message: count, params: { problems } };
  terminal.result({ error }, [...problemLines(terminal, file, problems), count]);
  return EXIT.refused;
}

function problemsIn(failure: unknown): readonly Problem[] | null {
  if (!(failure instanceof Failure) || failure.details.code !== 'catalogue.manifest_invalid') return null;
  const problems = failure.details.params?.['problems'];
  return Array.isArray(problems) ? (problems as readonly Problem[]) : null;
}
