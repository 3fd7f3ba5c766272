/** The version of the CLI. A spec checks that it equals the version in package.json. */
export const VERSION = '0.1.0';
