/** The program of a thread of `ThreadEvaluator`: one evaluation after the other. */
import { deserialize, serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { Evaluations } from './evaluations.js';
import { evaluate } from './evaluator.js';

type Input = readonly [name: keyof Evaluations, input: Parameters<Evaluations[keyof Evaluations]>];

parentPort?.on('message', (message: Uint8Array) => {
  const [name, input] = deserialize(message) as Input;
  // An error ends the thread, which the pool reports as unavailable.
  parentPort?.postMessage(serialize(evaluate(name, input)));
});
parentPort?.postMessage(null);
