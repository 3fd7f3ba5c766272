/** Writes the output of a command: results to stdout, everything else to stderr. */
import type { Problem } from '@kushk/contracts';
import { asTyped } from './command-name.js';
import type { Failure } from './failure.js';
import { phrase, textOf, type Language } from './phrase.js';

export type { Language } from './phrase.js';
type Paint = 'red' | 'yellow' | 'green' | 'dim' | 'bold';

const ANSI: Readonly<Record<Paint, readonly [number, number]>> = {
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  dim: [2, 22],
  bold: [1, 22],
};
const PROGRESS_AFTER_MS = 1_000;
const PROGRESS_EVERY_MS = 5_000;
/** Characters in untrusted texts (titles, reasons, paths) that could move the cursor or reverse the text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

export interface TerminalOptions {
  readonly json: boolean;
  readonly language: Language;
}

export class Terminal {
  readonly json: boolean;
  readonly language: Language;
  private readonly isColoured =
    process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';

  constructor(options: TerminalOptions) {
    this.json = options.json;
    this.language = options.language;
  }

  /** Writes the result: with `--json`, `value` as one JSON document, else the lines. */
  result(value: unknown, lines: readonly string[]): void {
    if (this.json) this.document(value);
    else this.lines(lines);
  }

  /** Writes one JSON document to stdout, with or without `--json`. */
  document(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** A tagged template: returns the text in the language of the terminal. */
  translate(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
    return asTyped(textOf(phrase(strings, ...values), this.language));
  }

  lines(lines: readonly string[]): void {
    this.text(lines.map((line) => `${line}\n`).join(''));
  }

  text(text: string): void {
    process.stdout.write(text);
  }

  note(line: string): void {
    process.stderr.write(`${line}\n`);
  }

  paint(colour: Paint, text: string): string {
    const [on, off] = ANSI[colour];
    return this.isColoured ? `\u001B[${on}m${text}\u001B[${off}m` : text;
  }

  /** Reports progress on stderr when `work` takes longer than a second. */
  async withProgress<T>(label: string, work: Promise<T>): Promise<T> {
    const started = Date.now();
    let repeating: NodeJS.Timeout | undefined;
    const report = (): void => this.note(this.translate`${label} … ${Math.round((Date.now() - started) / 1_000)} s`);
    const first = setTimeout(() => {
      report();
      repeating = setInterval(report, PROGRESS_EVERY_MS);
    }, PROGRESS_AFTER_MS);
    try {
      return await work;
    } finally {
      clearTimeout(first);
      clearInterval(repeating);
    }
  }

  /** Writes a failure and what to do about it: as lines on stderr, or with `--json` as one document on stdout. */
  failure(failure: Failure, step: string | null): void {
    const { details } = failure;
    const message = asTyped(failure.textIn(this.language));
    const nextStep = step === null ? null : asTyped(step);
    const { code, status, params = {}, requestId, output = [] } = details;
    if (this.json) {
      const error = {
        code,
        message,
        ...(status === undefined ? {} : { status }),
        params,
        ...(output.length === 0 ? {} : { plugin_output: output }),
        ...(nextStep === null ? {} : { next_step: nextStep }),
        ...(requestId === undefined ? {} : { request_id: requestId }),
      };
      process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
      return;
    }
    this.note(`${this.paint('red', 'kushk:')} ${printable(message)} ${this.paint('dim', `(${printable(code)})`)}`);
    for (const line of output) this.note(`  | ${printable(line)}`);
    for (const [name, value] of Object.entries(params)) {
      if (name === 'problems' && Array.isArray(value)) this.problems(value as readonly Problem[]);
      else this.note(`  ${name}: ${printable(typeof value === 'string' ? value : JSON.stringify(value))}`);
    }
    if (nextStep !== null) this.note(`  ${this.translate`what to do: ${nextStep}`}`);
    if (requestId !== undefined) this.note(`  ${this.translate`request id: ${printable(requestId)}`}`);
  }

  /** Writes the problems of a rejected request. They have no line numbers. */
  private problems(problems: readonly Problem[]): void {
    for (const line of requestProblemLines(this.language, problems)) this.note(`  ${line}`);
  }
}

/** A line for each problem of a request: its place as a JSON Pointer, what is wrong, and a hint. */
export function requestProblemLines(language: Language, problems: readonly Problem[]): readonly string[] {
  return problems.map((problem) => {
    const { message, hint } = problemTexts(problem, language);
    return `${printable(problem.path)} ${printable(message)}${hint === undefined ? '' : `; ${printable(hint)}`}`;
  });
}

/** Returns the texts of a problem in one language. An older service sends hints only in English. */
export function problemTexts(
  { message, message_fa, hint, hint_fa }: Problem,
  language: Language,
): { readonly message: string; readonly hint: string | undefined } {
  return language === 'fa' ? { message: message_fa, hint: hint_fa ?? hint } : { message, hint };
}

/** Replaces the characters of untrusted text that are unsafe to print on one line. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** Formats rows as aligned columns, without trailing spaces. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
