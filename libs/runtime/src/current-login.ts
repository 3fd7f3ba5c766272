import { readVariable } from './config.js';
import { FILE_SUFFIX } from './variable-names.js';
import type { VariableName } from './variables.js';

/**
 * The address with the login that the file of its variable (`NAME_FILE`) has now: each new session uses it, so that a
 * password can be replaced while the process runs. The address itself when there is no file, or it has other servers.
 */
export function withCurrentLogin(address: string, name: VariableName): string {
  if (!process.env[`${name}${FILE_SUFFIX}`]) return address;
  try {
    const current = readVariable(name) ?? address;
    return withoutLogin(current) === withoutLogin(address) ? current : address;
  } catch {
    // The file is being replaced.
    return address;
  }
}

const withoutLogin = (address: string): string => address.replace(/\/\/[^/@]*@/, '//').replace(/\/$/, '');
