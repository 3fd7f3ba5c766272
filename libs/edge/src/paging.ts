import type { PageRequest, Problem } from '@kushk/contracts';
import { Refused } from './refused.js';
import { requestProblem, words } from './request-problem.js';

/** Query parameters as Fastify parses them: a name that stands twice becomes a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
const CURSOR_MAX_CHARACTERS = 1000;
const INTEGER_MOST_CHARACTERS = 20;
const WORD_MOST_CHARACTERS = 100;

/** Reads `limit` and `cursor` (contract §3, Lists). */
export function pageOf(
  query: QueryReader,
  sizes: { readonly usual: number; readonly most: number } = { usual: PAGE_LIMIT_DEFAULT, most: PAGE_LIMIT_MAX },
): PageRequest {
  return {
    limit: query.integer('limit', 1, sizes.most) ?? sizes.usual,
    cursor: query.text('cursor', CURSOR_MAX_CHARACTERS),
  };
}

/**
 * Reads query parameters one by one and collects every problem; `done()` throws them together. Parameters that
 * nobody read are refused like unknown fields of a body: a mistyped name must not silently mean the default.
 */
export class QueryReader {
  private readonly problems: Problem[] = [];
  private readonly read = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(private readonly query: Query) {}

  /** The value, or null where it is absent or empty. */
  text(name: string, mostCharacters: number): string | null {
    if (!this.read.has(name)) this.read.set(name, { type: 'string', maxLength: mostCharacters });
    const value = this.query[name];
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') {
      this.problems.push(requestProblem(`?${name}`, words.repeated));
      return null;
    }
    if (value.length > mostCharacters || value.includes('\u0000')) {
      this.problems.push(requestProblem(`?${name}`, words.textBetween(1, mostCharacters)));
      return null;
    }
    return value;
  }

  integer(name: string, least: number, most: number): number | null {
    this.read.set(name, { type: 'integer', minimum: least, maximum: most });
    const value = this.text(name, INTEGER_MOST_CHARACTERS);
    if (value === null) return null;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.problems.push(requestProblem(`?${name}`, words.integerBetween(least, most)));
    return null;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | null {
    this.read.set(name, { enum: values });
    const value = this.text(name, WORD_MOST_CHARACTERS);
    if (value === null || (values as readonly string[]).includes(value)) return value as Value | null;
    this.problems.push(requestProblem(`?${name}`, words.oneOf(values)));
    return null;
  }

  /** What has been read so far, with its JSON Schema: how documents learn which parameters a route takes. */
  parameters(): readonly { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }[] {
    return [...this.read].map(([name, schema]) => ({ name, schema }));
  }

  done(): void {
    for (const name of Object.keys(this.query)) {
      if (!this.read.has(name)) this.problems.push(requestProblem(`?${name}`, words.unknownField));
    }
    if (this.problems.length > 0) throw Refused.with('request.invalid', { problems: this.problems });
  }
}
