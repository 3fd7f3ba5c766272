/** Versions of plugins (SemVer 2.0.0 without build metadata) and of the plugin API (`MAJOR.MINOR`). */

/** SemVer 2.0.0 without build metadata, so that versions of equal precedence have equal texts. */
export const VERSION_PATTERN =
  '^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?$';
export const VERSION_MAX_CHARACTERS = 64;
export const PLUGIN_API_PATTERN = '^(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})$';

/** The newest version of the plugin API that this software offers. */
export const NEWEST_PLUGIN_API = '1.0';

const VERSION = new RegExp(VERSION_PATTERN);
const PLUGIN_API = new RegExp(PLUGIN_API_PATTERN);
const DIGITS = /^[0-9]+$/;

/** Whether the text can be the version of a release. */
export function isVersion(text: string): boolean {
  return text.length <= VERSION_MAX_CHARACTERS && VERSION.test(text);
}

/** Whether a version is a pre-release, such as `2.0.0-rc.1`. */
export function isPreRelease(version: string): boolean {
  return version.includes('-');
}

/**
 * Compares by SemVer precedence: negative when `a` is lower, positive when it is higher, 0 only for equal texts.
 * Numbers of any length are compared exactly. The `semver` package instead rejects numbers above 2^53. Throws a
 * `RangeError` for a text that is not a version.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  return compareLists(left.numbers, right.numbers) || comparePreReleases(left.preRelease, right.preRelease);
}

/** The highest version that is not a pre-release, or null. */
export function newestVersion(versions: Iterable<string>): string | null {
  let highest: string | null = null;
  for (const version of versions) {
    if (isPreRelease(version)) continue;
    if (highest === null || compareVersions(version, highest) > 0) highest = version;
  }
  return highest;
}

/**
 * Whether a plugin runs on an instance: the instance has the same major and an equal or higher minor version. False
 * for malformed versions.
 */
export function isCompatible(pluginApi: string, instanceApi: string): boolean {
  const [plugin, instance] = [PLUGIN_API.exec(pluginApi), PLUGIN_API.exec(instanceApi)];
  if (plugin === null || instance === null) return false;
  return plugin[1] === instance[1] && Number(plugin[2]) <= Number(instance[2]);
}

function partsOf(version: string): { numbers: string[]; preRelease: string[] } {
  if (!isVersion(version)) throw new RangeError(`not a version: ${JSON.stringify(version)}`);
  const dash = version.indexOf('-');
  const numbers = (dash < 0 ? version : version.slice(0, dash)).split('.');
  return { numbers, preRelease: dash < 0 ? [] : version.slice(dash + 1).split('.') };
}

/**
 * A release is higher than its pre-releases. Pre-releases are compared identifier by identifier, then by their number
 * of identifiers.
 */
function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  return compareLists(a, b);
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compareIdentifiers(a[index] ?? '', b[index] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [DIGITS.test(a), DIGITS.test(b)];
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  // Without leading zeros the longer number is the larger one.
  if (aIsNumber && a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
