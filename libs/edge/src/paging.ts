import { parseTime, TIME_MAX_CHARACTERS, type PageRequest, type Problem } from '@kushk/contracts';
import { problemAt, problemTexts } from './field-problems.js';
import { Refused } from './refused.js';

/** Query parameters as Fastify parses them: a repeated parameter becomes a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
const CURSOR_MAX_CHARACTERS = 1000;
const INTEGER_MAX_CHARACTERS = 20;
const ENUM_MAX_CHARACTERS = 100;

/** Reads the query parameters `limit` and `cursor` (docs/reference/wire-formats.md, Lists). */
export function pageOf(query: QueryReader): PageRequest {
  return {
    limit: query.integer('limit', 1, PAGE_LIMIT_MAX) ?? PAGE_LIMIT_DEFAULT,
    cursor: query.text('cursor', CURSOR_MAX_CHARACTERS),
  };
}

/**
 * Reads query parameters one by one and collects all problems; `done()` throws them together. A parameter that the
 * route does not read is rejected, like an unknown field of a body: with a misspelt name, a client would otherwise
 * silently get the default.
 */
export class QueryReader {
  private readonly problems: Problem[] = [];
  private readonly read = new Map<string, Readonly<Record<string, unknown>>>();
  private readonly required = new Set<string>();

  constructor(private readonly query: Query) {}

  /** Returns the value of a parameter, or null when it is absent or empty. */
  text(name: string, maxCharacters: number): string | null {
    if (!this.read.has(name)) this.read.set(name, { type: 'string', maxLength: maxCharacters });
    const value = this.query[name];
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') {
      this.problems.push(problemAt(`?${name}`, problemTexts.repeated));
      return null;
    }
    if (value.length > maxCharacters || value.includes('\u0000')) {
      this.problems.push(problemAt(`?${name}`, problemTexts.lengthBetween(1, maxCharacters)));
      return null;
    }
    return value;
  }

  /** Returns the values of a parameter that may be repeated. */
  texts(
    name: string,
    { maxCharacters, maxItems }: { readonly maxCharacters: number; readonly maxItems: number },
  ): readonly string[] {
    const items = { type: 'string', maxLength: maxCharacters };
    this.read.set(name, { type: 'array', items, maxItems });
    const value = this.query[name] ?? [];
    const values = (typeof value === 'string' ? [value] : value).filter((item) => item !== '');
    if (values.length <= maxItems && values.every((item) => item.length <= maxCharacters && !item.includes('\u0000')))
      return values;
    this.problems.push(problemAt(`?${name}`, problemTexts.lengthBetween(1, maxCharacters)));
    return [];
  }

  /** Returns the value of a parameter. Its absence is a problem, and the result is then an empty text. */
  requiredText(name: string, maxCharacters: number): string {
    this.required.add(name);
    const value = this.text(name, maxCharacters);
    if ((this.query[name] ?? '') === '') this.problems.push(problemAt(`?${name}`, problemTexts.required));
    return value ?? '';
  }

  integer(name: string, min: number, max: number): number | null {
    this.read.set(name, { type: 'integer', minimum: min, maximum: max });
    const value = this.text(name, INTEGER_MAX_CHARACTERS);
    if (value === null) return null;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.problems.push(problemAt(`?${name}`, problemTexts.integerBetween(min, max)));
    return null;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | null {
    this.read.set(name, { enum: values });
    const value = this.text(name, ENUM_MAX_CHARACTERS);
    if (value === null || (values as readonly string[]).includes(value)) return value as Value | null;
    this.problems.push(problemAt(`?${name}`, problemTexts.oneOf(values)));
    return null;
  }

  /** Returns the values of a parameter that lists them separated by commas, or null when it is absent or empty. */
  manyOf<Value extends string>(name: string, values: readonly Value[]): readonly Value[] | null {
    const items = { type: 'string', enum: values };
    const maxCharacters = values.join(',').length;
    const value = this.text(name, maxCharacters);
    this.read.set(name, { type: 'array', items, uniqueItems: true });
    if (value === null) return null;
    const listed = value.split(',').filter((item) => item !== '');
    const known = listed.filter((item): item is Value => (values as readonly string[]).includes(item));
    if (known.length < listed.length) this.problems.push(problemAt(`?${name}`, problemTexts.oneOf(values)));
    return known.length === 0 ? null : [...new Set(known)];
  }

  /** Returns a time in UTC (RFC 3339), or null when it is absent or empty. */
  time(name: string): string | null {
    const value = this.text(name, TIME_MAX_CHARACTERS);
    this.read.set(name, { type: 'string', format: 'date-time', maxLength: TIME_MAX_CHARACTERS });
    if (value === null) return null;
    const time = parseTime(value);
    if (time !== null) return time;
    this.problems.push(problemAt(`?${name}`, problemTexts.time));
    return null;
  }

  /**
   * Returns the parameters read so far, with their JSON Schemas. The OpenAPI documents get the parameters of a route
   * from this list.
   */
  parameters(): readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: Readonly<Record<string, unknown>>;
  }[] {
    return [...this.read].map(([name, schema]) => ({ name, required: this.required.has(name), schema }));
  }

  /** Throws `request.invalid` with all collected problems, if there are any. */
  done(): void {
    for (const name of Object.keys(this.query)) {
      if (!this.read.has(name))
        this.problems.push(problemAt(`?${name}`, problemTexts.unknownParameter([...this.read.keys()])));
    }
    if (this.problems.length > 0) throw Refused.with('request.invalid', { problems: this.problems });
  }
}
