/**
 * The place of an installation in the order in which installations follow a version (docs/reference/rollout.md). It
 * differs from version to version, so that no installation is always among the first.
 */
import { createHash } from 'node:crypto';

export const PLACES = 10_000;

/** Returns SHA-256 of alias and version, as one number modulo `PLACES`. */
export function rolloutPlace(alias: string, version: string): number {
  const digest = createHash('sha256').update(`${alias} ${version}`, 'utf8').digest('hex');
  return Number(BigInt(`0x${digest}`) % BigInt(PLACES));
}
