/** `kushk manifest check`: checks a manifest locally with the same code as every instance. */
import type { Problem } from '@kushk/contracts';
import { localOrigins, publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { isWarning, problemCount, problemLines, readText, stageLegend } from '../manifest-file.js';
import type { Terminal } from '../terminal.js';
import { checkSubmission, consequenceLines, type SubmissionVerdict } from './checked-submission.js';
import { afterCheck } from './next-command.js';

export type CheckFormat = 'text' | 'json' | 'github' | 'sarif';
export interface CheckOptions extends ConnectionFlags {
  readonly production?: boolean;
  /** Warnings count as errors. */
  readonly strict?: boolean;
  readonly format?: CheckFormat;
  /** Also asks the hub what differs from the newest published version. */
  readonly against?: 'published';
}
interface Report {
  readonly file: string;
  readonly problems: readonly Problem[];
  readonly isForProduction: boolean;
  /** Null: the hub was not asked. */
  readonly verdict: SubmissionVerdict | null;
}

/** Prints all problems with line and column. Exits with 1 if there are errors, with `--strict` also for warnings. */
export async function checkManifest(terminal: Terminal, file: string, options: CheckOptions): Promise<ExitCode> {
  const text = readText(file);
  const { blockingProblems, checkSource } = await import('@kushk/manifest');
  const isForProduction = options.production === true;
  const { manifest, problems } = checkSource(text, { production: isForProduction, serviceOrigins: localOrigins() });
  const isSubmittable = problems.every(({ stage, severity }) => stage !== 'submission' || severity === 'warning');
  const verdict =
    options.against === 'published' && isSubmittable
      ? await checkSubmission(terminal, publisherConnection(options), { manifest })
      : null;
  await print(
    terminal,
    { file, problems, isForProduction, verdict },
    options.format ?? (terminal.json ? 'json' : 'text'),
  );
  const isAccepted = options.strict === true ? problems.length === 0 : blockingProblems(problems).length === 0;
  return isAccepted ? EXIT.ok : EXIT.refused;
}

async function print(terminal: Terminal, report: Report, format: CheckFormat): Promise<void> {
  const { file, problems, verdict } = report;
  switch (format) {
    case 'json':
      return terminal.document({
        file,
        valid: problems.every(isWarning),
        problems,
        ...(verdict !== null && { diff: verdict.diff, consequences: verdict.consequences }),
      });
    case 'sarif': {
      const { sarifLog } = await import('../sarif.js');
      return terminal.document(sarifLog(file, problems, terminal.language));
    }
    case 'github': {
      const { githubAnnotations } = await import('../github-annotations.js');
      return terminal.lines([...githubAnnotations(file, problems, terminal.language), summary(terminal, report)]);
    }
    case 'text':
      return terminal.lines([
        ...problemLines(terminal, file, problems),
        summary(terminal, report),
        ...(verdict === null ? [] : consequenceLines(terminal, verdict)),
        ...(problems.every(isWarning) ? afterCheck(terminal, file, report.isForProduction) : [stageLegend(terminal)]),
      ]);
  }
}

function summary(terminal: Terminal, { file, problems }: Report): string {
  if (problems.length > 0) return problemCount(terminal, problems);
  return terminal.paint('green', terminal.translate`${file}: no problems`);
}
