/** What the service says is wrong in a request that it refused, by the fields of the form that sent it. */
import { ProblemError } from '@kushk/api-client';
import type { Language } from '../texts/texts.js';

export interface FieldProblem {
  /** The JSON Pointer of the value in the request; '' for the whole of it. */
  readonly path: string;
  readonly text: string;
}
export interface FieldProblems {
  /** The texts about the value with this pointer and about its parts. */
  at(path: string): readonly string[];
  /** The problems that no field with one of these pointers shows: the notice of the form lists them. */
  rest(paths: readonly string[]): readonly FieldProblem[];
}

interface ReportedProblem {
  readonly path: string;
  readonly message: string;
  readonly message_fa?: string;
}

/** All problems that an error names; empty for one that names none. */
export function problemsIn(error: unknown, language: Language): readonly FieldProblem[] {
  const problems = error instanceof ProblemError ? error.document.params?.['problems'] : null;
  return ((problems ?? []) as readonly ReportedProblem[]).map(({ path, message, message_fa = message }) => ({
    path,
    text: language === 'fa' ? message_fa : message,
  }));
}

export function fieldProblemsOf(error: unknown, language: Language): FieldProblems {
  const problems = problemsIn(error, language);
  return {
    at: (path) => [...new Set(problems.filter((problem) => isUnder(path, problem)).map(({ text }) => text))],
    rest: (paths) => problems.filter((problem) => !paths.some((path) => isUnder(path, problem))),
  };
}

const isUnder = (path: string, problem: FieldProblem): boolean =>
  problem.path === path || problem.path.startsWith(`${path}/`);
