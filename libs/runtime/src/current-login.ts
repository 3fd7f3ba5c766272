import { ConfigError, readVariable } from './config.js';
import { contentOf } from './environment.js';
import { log } from './log.js';
import { FILE_SUFFIX } from './variable-names.js';
import type { VariableName } from './variables.js';

/** Variables whose file could not be read the last time. */
const unreadable = new Set<VariableName>();

/**
 * The address with the login that the file of its variable (`NAME_FILE`) has now: each new session uses it, so that a
 * password can be replaced while the process runs. The address itself when there is no file, or it has other servers.
 */
export function withCurrentLogin(address: string, name: VariableName): string {
  if (!process.env[`${name}${FILE_SUFFIX}`]) return address;
  const current = readAgain(name, () => readVariable(name) ?? address, address);
  return withoutLogin(current) === withoutLogin(address) ? current : address;
}

/**
 * Returns the result of `read`. When it throws, logs the reason once and returns `before`, which may still be valid.
 * Rethrows without `before`.
 */
export function readAgain(name: VariableName, read: () => string, before: string | undefined): string {
  try {
    const current = read();
    unreadable.delete(name);
    return current;
  } catch (error) {
    if (before === undefined) throw error;
    if (!unreadable.has(name)) log.error(`${(error as Error).message}; the previous value is used`);
    unreadable.add(name);
    return before;
  }
}

/** Reads the file of a variable whose value is a path. Throws `ConfigError`. */
export function readNamedFile(name: VariableName, path: string): string {
  try {
    return contentOf(path);
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`);
  }
}

const withoutLogin = (address: string): string => address.replace(/\/\/[^/@]*@/, '//').replace(/\/$/, '');
