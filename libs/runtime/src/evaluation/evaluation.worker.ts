/** The program of a thread of `ThreadEvaluator`: one evaluation after the other. */
import { deserialize, serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { Evaluations } from './evaluations.js';
import { evaluate } from './evaluator.js';

type Input = readonly [name: keyof Evaluations, input: Parameters<Evaluations[keyof Evaluations]>];
/** Either the result, or the error that was thrown. */
export type Answer = readonly [result: unknown, error?: Error];

function answer(message: Uint8Array): Answer {
  const [name, input] = deserialize(message) as Input;
  try {
    return [evaluate(name, input)];
  } catch (error) {
    return [null, error as Error];
  }
}

parentPort?.on('message', (message: Uint8Array) => parentPort?.postMessage(serialize(answer(message))));
// The program is loaded.
parentPort?.postMessage(null);
