/** The questions of `kushk-deploy init` at a terminal. They go to standard error: standard output has the report. */
import { createInterface } from 'node:readline/promises';
import { EXIT, Failure } from './exit-codes.js';
import { FIELDS, type Answers, type Field, type FieldName } from './folder/answers.js';
import { answerOf, checkAnswers } from './folder/read-answers.js';

/** Repeats each question until its answer is good. An empty line accepts the value in brackets. */
export async function questionAnswers(): Promise<Answers> {
  if (process.stdin.isTTY !== true) throw new Failure(EXIT.usage, 'no terminal for questions: give --answers FILE');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  const given: Record<string, unknown> = {};
  try {
    for (const name of Object.keys(FIELDS) as FieldName[]) {
      const { question, fallback, when, isRare }: Field<unknown> = FIELDS[name];
      if (when?.(given) === false || isRare) continue;
      const standard = fallback === undefined ? '' : ` [${shown(fallback(given))}]`;
      for (;;) {
        const line = (await lines.question(`${question}${standard}: `, { signal: closed.signal })).trim();
        const { value, problem } = answerOf(name, { value: line, given });
        given[name] = value;
        if (problem === null) break;
        process.stderr.write(`  ${problem}\n`);
      }
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw new Failure(EXIT.usage, 'not all answered: nothing was written');
    throw error;
  } finally {
    lines.close();
  }
  const { answers, problems } = checkAnswers(withoutEmpty(given));
  if (answers === null) throw new Failure(EXIT.usage, problems.join('\n'));
  return answers;
}

const shown = (value: unknown): string => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

/** Null stands for no answer as well as for `none`, and both lead to the fallback. */
function withoutEmpty(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
