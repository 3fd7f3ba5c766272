/** The versions that admins declined. Pure. */
import type { DeclinedVersion } from './installation-facts.js';

/** Bounds the size of the state. Only the newest listed version is offered, so old decisions no longer matter. */
const MAX_DECLINED_VERSIONS = 100;

interface Declines {
  readonly declinedVersions: readonly DeclinedVersion[];
}

/** The declined versions after one more decision. */
export function declinedWith(
  { declinedVersions }: Declines,
  { version, manifestDigest, by, at }: Required<DeclinedVersion>,
): readonly DeclinedVersion[] {
  return [...declinedVersions, { version, manifestDigest, by, at }].slice(-MAX_DECLINED_VERSIONS);
}

/** The declined versions after the decision on `version` is taken back. */
export function declinedWithout({ declinedVersions }: Declines, version: string): readonly DeclinedVersion[] {
  return declinedVersions.filter((declined) => declined.version !== version);
}
