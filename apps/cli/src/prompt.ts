/** Questions to the person at the terminal. They go to stderr, because stdout has only results. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { EXIT } from './exit-codes.js';
import { Failure } from './failure.js';
import { phrase } from './phrase.js';

/** Whether a person can answer. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true;
}

/** Asks for a line. Rejects when the person ends the question with Ctrl-C or Ctrl-D. */
export async function promptLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return answerOf(lines, lines.question(`${question} `, { signal: endOf(lines) }));
}

/** Asks for a line that the terminal does not show. */
export async function promptSecret(question: string): Promise<string> {
  const output = new Writable({ write: (_text, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write(`${question} `);
  try {
    return await answerOf(lines, lines.question('', { signal: endOf(lines) }));
  } finally {
    process.stderr.write('\n');
  }
}

type Lines = ReturnType<typeof createInterface>;

function endOf(lines: Lines): AbortSignal {
  const ending = new AbortController();
  for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => ending.abort());
  return ending.signal;
}

async function answerOf(lines: Lines, answer: Promise<string>): Promise<string> {
  try {
    return await answer;
  } catch {
    throw new Failure(phrase`the question was not answered: nothing was changed`, {
      code: 'cli.cancelled',
      exitCode: EXIT.refused,
    });
  } finally {
    lines.close();
  }
}
