/** The program of a thread of `ThreadEvaluator`: one batch of evaluations after the other. */
import { parentPort } from 'node:worker_threads';
import type { Evaluations } from './evaluations.js';
import { evaluate } from './evaluator.js';

/** After this time the rest of a batch waits, so that other tenants take their turns. It changes no verdict. */
const BATCH_MS = 10;

type Input = readonly [name: keyof Evaluations, input: Parameters<Evaluations[keyof Evaluations]>];
/** Either the result, or the error that was thrown. */
export type Answer = readonly [result: unknown, error?: Error];

function answer(message: string): Answer {
  const [name, input] = JSON.parse(message) as Input;
  try {
    return [evaluate(name, input)];
  } catch (error) {
    return [null, error as Error];
  }
}

parentPort?.on('message', (batch: readonly string[]) => {
  const endsAt = performance.now() + BATCH_MS;
  const answers: Answer[] = [];
  for (const message of batch) {
    answers.push(answer(message));
    if (performance.now() >= endsAt) break;
  }
  parentPort?.postMessage(answers);
});
// The program is loaded.
parentPort?.postMessage(null);
