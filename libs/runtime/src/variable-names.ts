/** Which names of environment variables belong to this system, to one process, or to something else. */
import type { ServiceName } from '@kushk/contracts';
import type { Environment } from './environment.js';
import { VARIABLES, type VariableName } from './variables.js';

/** `NAME_FILE` is the path of a file that holds the value of `NAME`. */
export const FILE_SUFFIX = '_FILE';
/** What the repository's own tests set for each other. */
const TEST_PREFIX = 'KUSHK_TEST_';

/** The variables of `environment` with the prefix of this system, without `_FILE`, that hold a value. */
function ownNames(environment: Environment): readonly string[] {
  return Object.keys(environment).filter(
    (name) => name.startsWith('KUSHK_') && environment[name] && !isServiceLink(name, environment[name]),
  );
}

/** Kubernetes adds the addresses of services to the environment; those of a service `kushk-…` look like ours. */
function isServiceLink(name: string, value: string): boolean {
  return /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)/.test(name) || /^(tcp|udp|sctp):\/\//.test(value);
}

const isVariable = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);
const withoutFile = (name: string): string =>
  !isVariable(name) && name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : name;

/** Returns a problem for each `KUSHK_…` that no process reads: it is misspelt, or of another version. */
export function unknownVariables(environment: Environment): readonly string[] {
  return ownNames(environment)
    .filter((name) => !name.startsWith(TEST_PREFIX) && !isVariable(withoutFile(name)))
    .map((name) => `${name} is not a variable of Kushk: correct its name, or remove it`);
}

/** Returns the names of the variables that are set and that only other processes than `process` read. */
export function foreignVariables(environment: Environment, process: ServiceName): readonly VariableName[] {
  return ownNames(environment)
    .map(withoutFile)
    .filter(isVariable)
    .filter((name) => !(VARIABLES[name].readBy as readonly ServiceName[]).includes(process));
}
