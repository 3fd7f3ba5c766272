/** What a command writes: results to stdout, all else to stderr. */
import type { Problem } from '@kushk/contracts';
import type { Failure } from './failure.js';

export type Language = 'en' | 'fa';
type Paint = 'red' | 'yellow' | 'green' | 'dim' | 'bold';

const ANSI: Readonly<Record<Paint, readonly [number, number]>> = {
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  dim: [2, 22],
  bold: [1, 22],
};
const TELL_AFTER_MS = 1_000;
const TELL_EVERY_MS = 5_000;
/** In what others wrote (titles, reasons, paths) these could move the cursor or turn the text around. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

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

  /** The result: `value` as one JSON document with `--json`, else the lines. */
  result(value: unknown, lines: readonly string[]): void {
    if (this.json) this.document(value);
    else this.lines(lines);
  }

  /** One JSON document on stdout, whatever was asked for. */
  document(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
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

  /** Says on stderr what is being waited for, once it takes longer than a second. */
  async whileWaiting<T>(what: string, work: Promise<T>): Promise<T> {
    const started = Date.now();
    let repeating: NodeJS.Timeout | undefined;
    const tell = (): void => this.note(`${what} … ${Math.round((Date.now() - started) / 1_000)} s`);
    const first = setTimeout(() => {
      tell();
      repeating = setInterval(tell, TELL_EVERY_MS);
    }, TELL_AFTER_MS);
    try {
      return await work;
    } finally {
      clearTimeout(first);
      clearInterval(repeating);
    }
  }

  /** Why nothing came of it: lines on stderr, or with `--json` one document on stdout. */
  failure({ message, details }: Failure): void {
    const { code, status, params = {}, requestId } = details;
    if (this.json) {
      const error = {
        code,
        message,
        ...(status === undefined ? {} : { status }),
        params,
        ...(requestId === undefined ? {} : { request_id: requestId }),
      };
      process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
      return;
    }
    this.note(`${this.paint('red', 'kushk:')} ${shown(message)} ${this.paint('dim', `(${shown(code)})`)}`);
    for (const [name, value] of Object.entries(params)) {
      if (name === 'problems' && Array.isArray(value)) this.problems(value as readonly Problem[]);
      else this.note(`  ${name}: ${shown(typeof value === 'string' ? value : JSON.stringify(value))}`);
    }
    if (requestId !== undefined) this.note(`  request id: ${shown(requestId)}`);
  }

  /** Problems of a request, which stand in no file. */
  private problems(problems: readonly Problem[]): void {
    for (const { path, message, message_fa, hint } of problems) {
      this.note(
        `  ${shown(path)} ${shown(this.language === 'fa' ? message_fa : message)}${hint === undefined ? '' : `; ${shown(hint)}`}`,
      );
    }
  }
}

/** A text of others, fit to be shown on one line. */
export function shown(text: string): string {
  return text.replace(UNSHOWABLE, ' ');
}

/** Columns side by side, as wide as they need; trailing spaces are left out. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => shown(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
