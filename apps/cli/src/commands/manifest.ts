/** `kushk manifest check`: the verdict that every instance would give, without asking anyone. */
import { EXIT, type ExitCode } from '../exit-codes.js';
import { problemCount, problemLines, readText } from '../manifest-file.js';
import type { Terminal } from '../terminal.js';

export interface CheckOptions { readonly production?: boolean }

/** Structure and the rest, every problem with line and column; exit 1 where there is any. */
export async function checkManifest(terminal: Terminal, file: string, options: CheckOptions): Promise<ExitCode> {
  const text = readText(file);
  const { checkSource } = await import('@kushk/manifest');
  const { problems } = checkSource(text, { production: options.production === true });
  const isValid = problems.length === 0;
  const fine = terminal.language === 'fa' ? `${file}: مشکلی نیست` : `${file}: no problems`;
  const lines = isValid ? [terminal.paint('green', fine)] : [...problemLines(terminal, file, problems), problemCount(terminal, problems.length)];
  terminal.result({ file, valid: isValid, problems }, lines);
  return isValid ? EXIT.ok : EXIT.refused;
}
