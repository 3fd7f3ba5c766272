/** The parsers of the answers of `kushk-deploy init`. Each throws an `Error` whose message follows the field's name. */
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';

export type Parse<Value> = (value: unknown) => Value;

function reject(rule: string): never {
  throw new Error(rule);
}

/** Accepts text that matches the whole pattern. `rule` says what to write. */
export const text =
  (pattern: RegExp, rule: string): Parse<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : reject(rule);

/** Accepts one of a fixed list of words. */
export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Parse<Value> =>
  (value) =>
    values.find((one) => one === value) ?? reject(`must be ${values.join(' or ')}`);

/** Accepts an origin with the scheme, without a path: `https://hub.example`. Removes a trailing slash. */
export const httpsUrl: Parse<string> = (value) => {
  const rule = 'must be an address with https://, such as https://hub.example';
  if (typeof value !== 'string' || !URL.canParse(value)) return reject(rule);
  const { protocol, username, search, hash } = new URL(value);
  return protocol === 'https:' && username === '' && search === '' && hash === ''
    ? value.replace(/\/$/, '')
    : reject(rule);
};

/** Accepts an absolute path. */
export const path: Parse<string> = (value) =>
  typeof value === 'string' && isAbsolute(value) ? value : reject('must be an absolute path, such as /etc/kushk/file');

/** Accepts a list of at most `most` distinct `host:port`; `counts` limits how many there may be. */
export const hosts =
  (counts: readonly number[] | null, example: string): Parse<readonly string[]> =>
  (value) => {
    const list = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
    const rule = `must be ${counts === null ? 'one or more' : counts.join(' or ')} of host:port, such as [${example}]`;
    if (!Array.isArray(list) || list.length === 0 || !list.every(isHostAndPort)) return reject(rule);
    if (counts !== null && !counts.includes(list.length)) return reject(rule);
    if (list.some((one) => isIP(one.slice(0, one.lastIndexOf(':'))) !== 0))
      return reject('has an IP address: write a host name, because certificates are checked by name');
    return new Set(list).size === list.length ? list : reject('names a server twice: write each one once');
  };

const isHostAndPort = (value: unknown): value is string => {
  const [, port] = (typeof value === 'string' && /^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*):(\d{1,5})$/.exec(value)) || [];
  return port !== undefined && isPort(Number(port));
};

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;

/** Accepts a port. */
export const port: Parse<number> = (value) =>
  isPort(Number(value)) ? Number(value) : reject('must be a port from 1 to 65535');

/** Accepts a small number of processes. */
export const count =
  (most: number): Parse<number> =>
  (value) => {
    const number = Number(value);
    return Number.isInteger(number) && number >= 1 && number <= most
      ? number
      : reject(`must be a number from 1 to ${most}`);
  };

/** Accepts `none` as null, and otherwise what `parse` accepts. */
export const optional =
  <Value>(parse: Parse<Value>): Parse<Value | null> =>
  (value) => {
    if (value === 'none') return null;
    try {
      return parse(value);
    } catch (error) {
      return reject(`${(error as Error).message}, or none`);
    }
  };

/** Accepts a list of texts that match, or one text with commas. An empty list is `[]` or `none`. */
export const listOf =
  (pattern: RegExp, rule: string): Parse<readonly string[]> =>
  (value) => {
    if (value === 'none') return [];
    const list = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
    return Array.isArray(list) && list.every((one) => typeof one === 'string' && pattern.test(one))
      ? list
      : reject(rule);
  };

/** Accepts names and values of environment variables for which `isName` holds. */
export const variables =
  (isName: (name: string) => boolean, rule: string): Parse<Readonly<Record<string, string>>> =>
  (value) => {
    if (value === 'none') return {};
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return reject(rule);
    const entries = Object.entries(value as Readonly<Record<string, unknown>>);
    const wrong = entries.find(([name, one]) => !isName(name) || !/^[^\n]+$/.test(String(one ?? '')));
    if (wrong !== undefined) return reject(`${rule}; ${wrong[0]} is not`);
    return Object.fromEntries(entries.map(([name, one]) => [name, String(one)]));
  };
