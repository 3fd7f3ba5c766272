/** `kushk manifest check`: the verdict that every instance would give, without asking anyone. */
import type { Problem } from '@kushk/contracts';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { problemCount, problemLines, readText } from '../manifest-file.js';
import type { Terminal } from '../terminal.js';

export type CheckFormat = 'text' | 'json' | 'github' | 'sarif';
export interface CheckOptions {
  readonly production?: boolean;
  readonly format?: CheckFormat;
}

/** Structure and the rest, every problem with line and column; exit 1 where there is any. */
export async function checkManifest(terminal: Terminal, file: string, options: CheckOptions): Promise<ExitCode> {
  const text = readText(file);
  const { checkSource } = await import('@kushk/manifest');
  const { problems } = checkSource(text, { production: options.production === true });
  await report(terminal, file, problems, options.format ?? (terminal.json ? 'json' : 'text'));
  return problems.length === 0 ? EXIT.ok : EXIT.refused;
}

async function report(
  terminal: Terminal,
  file: string,
  problems: readonly Problem[],
  format: CheckFormat,
): Promise<void> {
  switch (format) {
    case 'json':
      return terminal.document({ file, valid: problems.length === 0, problems });
    case 'sarif': {
      const { sarifLog } = await import('../sarif.js');
      return terminal.document(sarifLog(file, problems, terminal.language));
    }
    case 'github': {
      const { githubAnnotations } = await import('../github-annotations.js');
      return terminal.lines([
        ...githubAnnotations(file, problems, terminal.language),
        ...verdict(terminal, file, problems),
      ]);
    }
    case 'text':
      return terminal.lines([...problemLines(terminal, file, problems), ...verdict(terminal, file, problems)]);
  }
}

function verdict(terminal: Terminal, file: string, problems: readonly Problem[]): string[] {
  if (problems.length > 0) return [problemCount(terminal, problems.length)];
  return [terminal.paint('green', terminal.language === 'fa' ? `${file}: مشکلی نیست` : `${file}: no problems`)];
}
