/** The bodies of a call: each in one line, or complete. */
import type { DevEntry } from '../dev/dev-entry.js';
import { printable, type Terminal } from '../terminal.js';
import { cutToWidth } from './text-width.js';

/** In a pipe, which has no width. */
const PIPE_COLUMNS = 300;
const INDENT = ' '.repeat(11);

/** What was sent and what came back, each in one line that does not wrap. */
export function bodyLines(terminal: Terminal, entry: DevEntry): readonly string[] {
  if (entry.kind !== 'call_in' && entry.kind !== 'call_out') return [];
  const indent = entry.kind === 'call_in' && entry.caused_by !== null ? `${INDENT}  ` : INDENT;
  const columns = (process.stdout.isTTY && process.stdout.columns) || PIPE_COLUMNS;
  return [['>', entry.request_body] as const, ['<', entry.response_body] as const].flatMap(([sign, body]) =>
    body === null ? [] : [cutToWidth(terminal.paint('dim', `${indent}${sign} ${printable(oneLine(body))}`), columns)],
  );
}

/** Both bodies as they were recorded, JSON with indentation. */
export function wholeBodyLines(terminal: Terminal, entry: DevEntry): readonly string[] {
  if (entry.kind !== 'call_in' && entry.kind !== 'call_out') return [];
  if (entry.request_body === null && entry.response_body === null)
    return [`${INDENT}${terminal.paint('dim', terminal.translate`no bodies: both are empty, or not kept any more`)}`];
  return [['>', entry.request_body] as const, ['<', entry.response_body] as const].flatMap(([sign, body]) =>
    body === null
      ? []
      : indented(body)
          .split('\n')
          .map((line) => `${INDENT}${terminal.paint('dim', sign)} ${printable(line)}`),
  );
}

function oneLine(body: string): string {
  return parsed(body, 0) ?? body.replace(/\s+/g, ' ');
}

function indented(body: string): string {
  return parsed(body, 2) ?? body;
}

/** Null for a text that is not JSON, such as one that was cut. */
function parsed(body: string, spaces: number): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, spaces);
  } catch {
    return null;
  }
}
