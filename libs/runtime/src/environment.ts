/**
 * Parses environment variables and collects all problems, so that one start reports all of them instead of the first.
 * A message contains the name of the variable and the violated rule but never the value, which may be a secret.
 */

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { serverUrls } from './server-urls.js';
import { FILE_SUFFIX } from './variable-names.js';
import type { VariableName } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses a text. If the text is invalid, throws an `Error` whose message follows the name of the variable, as in
 * "KUSHK_X must be …".
 */
export type Parse<Value> = (text: string) => Value;

/** Reads the variables of one environment. */
export interface Reading {
  /**
   * Returns the parsed value, or undefined when the variable is absent, empty or invalid. Invalid variables are added
   * to `problems`.
   */
  optional<Value>(name: VariableName, parse: Parse<Value>): Value | undefined;
  /** Returns the parsed value, or `fallback` when the variable is absent. */
  withDefault<Value>(name: VariableName, parse: Parse<Value>, fallback: Value): Value;
  readonly problems: string[];
}

/** Creates a reader of `environment` with an empty list of problems. */
export function reading(environment: Environment): Reading {
  const problems: string[] = [];
  const optional = <Value>(name: VariableName, parse: Parse<Value>): Value | undefined => {
    try {
      const text = textOf(environment, name);
      return text === undefined ? undefined : parse(text);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}`);
      return undefined;
    }
  };
  return { problems, optional, withDefault: (name, parse, fallback) => optional(name, parse) ?? fallback };
}

/** The text of a variable, or of the file that `NAME_FILE` names. Undefined when neither is set, or both are empty. */
function textOf(environment: Environment, name: VariableName): string | undefined {
  const own = environment[name]?.trim() || undefined;
  const path = environment[`${name}${FILE_SUFFIX}`]?.trim() || undefined;
  if (path === undefined) return own;
  if (own !== undefined) return fail(`and ${name}${FILE_SUFFIX} are both set: remove one of them`);
  const file = `${path}, the file of ${name}${FILE_SUFFIX}`;
  return contentOf(path, file) || fail(`is empty in ${file}`);
}

/** The text of a file. Throws an `Error` whose message follows the name of a variable, as `Parse` does. */
export function contentOf(path: string, file = path): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const remedy = code === 'EACCES' ? `, it must belong to user ${process.getuid?.()} of this process` : '';
    return fail(`cannot be read from ${file}: ${code}${remedy}`);
  }
}

export const text: Parse<string> = (value) => value;

/** Accepts one of a fixed list of values. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Parse<Value> {
  return (value) => values.find((one) => one === value) ?? fail(`must be one of ${values.join(', ')}`);
}

/** Accepts values of a fixed list, separated by commas, or the word `none`. */
export function manyOf<const Value extends string>(...values: readonly Value[]): Parse<readonly Value[]> {
  return (list) => {
    if (list === 'none') return [];
    const parts = list.split(',').map((part) => part.trim());
    const known = values.filter((value) => parts.includes(value));
    return parts.every((part) => known.some((value) => value === part))
      ? known
      : fail(`must be none, or some of ${values.join(', ')}, separated by commas`);
  };
}

/** Accepts text that matches a pattern. `rule` ends the error message, after the name of the variable. */
export function matching(pattern: RegExp, rule: string): Parse<string> {
  return (value) => (pattern.test(value) ? value : fail(rule));
}

export const port: Parse<number> = (value) => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= 65_535
    ? number
    : fail('must be a port between 1 and 65535');
};

/** Accepts a URL with one of the schemes, given with their colon. Removes a trailing slash. */
export function url(...schemes: readonly string[]): Parse<string> {
  return (value) => {
    const rule = `must be a URL with ${schemes.join(' or ')}`;
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol)) return fail(rule);
    return value.replace(/\/$/, '');
  };
}

/**
 * Accepts the address of one server or of several, as in `scheme://user:password@host:port,host:port/path`. Returns the
 * text without a trailing slash; `serverUrls` divides it.
 */
export function servers(...schemes: readonly string[]): Parse<string> {
  const isServer = (part: string): boolean =>
    URL.canParse(part) && new URL(part).hostname !== '' && schemes.includes(new URL(part).protocol);
  return (value) =>
    value.split('//').length === 2 && serverUrls(value).every(isServer)
      ? value.replace(/\/$/, '')
      : fail(
          `must be a URL with ${schemes.join(' or ')}; several servers as ${schemes[0]}//user:password@host:port,host:port`,
        );
}

/** Accepts a comma-separated list of IP addresses and networks (CIDR). `rule` ends the error message. */
export function networks(rule: string): Parse<readonly string[]> {
  return (value) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every(isNetwork) ? parts : fail(rule);
  };
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Accepts exactly `length` bytes in base64url. */
export function bytes(length: number): Parse<Buffer> {
  return (value) => {
    const decoded = /^[A-Za-z0-9_-]+=*$/.test(value) ? Buffer.from(value, 'base64url') : Buffer.alloc(0);
    return decoded.length === length ? decoded : fail(`must be ${length} bytes in base64url`);
  };
}

/** Accepts JSON for which `check` succeeds. `rule` ends the error message, after the name of the variable. */
export function json<Value>(check: (value: unknown) => value is Value, rule: string): Parse<Value> {
  return (value) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      return fail(`must be JSON (${rule})`);
    }
    return check(parsed) ? parsed : fail(rule);
  };
}

export function fail(rule: string): never {
  throw new Error(rule);
}
