import { evaluations, type Evaluations } from './evaluations.js';

/**
 * Evaluates what strangers write: manifests, schemas, and values against them. The verdict is deterministic:
 * the budget of steps in the library of manifests decides.
 */
export abstract class Evaluator {
  /**
   * The result of an evaluation. `tenant` is the publisher or the installation that has written what is evaluated.
   * Rejects with `EvaluatorBusy` or `EvaluatorUnavailable`, and never with a verdict of its own.
   */
  abstract run<Name extends keyof Evaluations>(
    tenant: string,
    name: Name,
    ...input: Parameters<Evaluations[Name]>
  ): Promise<ReturnType<Evaluations[Name]>>;
}

/** Evaluates in the calling thread, for programs that serve one person, and for tests. */
export class PlainEvaluator implements Evaluator {
  run<Name extends keyof Evaluations>(
    _tenant: string,
    name: Name,
    ...input: Parameters<Evaluations[Name]>
  ): Promise<ReturnType<Evaluations[Name]>> {
    return new Promise((resolve) => resolve(evaluate(name, input)));
  }
}

/** Types cannot express that the parameters belong to the function of the same name. */
export function evaluate<Name extends keyof Evaluations>(
  name: Name,
  input: Parameters<Evaluations[Name]>,
): ReturnType<Evaluations[Name]> {
  const evaluation = evaluations[name] as unknown as (
    ...input: Parameters<Evaluations[Name]>
  ) => ReturnType<Evaluations[Name]>;
  return evaluation(...input);
}

/** Too many evaluations wait. The same request succeeds later. */
export class EvaluatorBusy extends Error {
  override readonly name = 'EvaluatorBusy';
}

/** The thread that evaluated was ended, because it hung or failed. Nothing is known about the verdict. */
export class EvaluatorUnavailable extends Error {
  override readonly name = 'EvaluatorUnavailable';
}
