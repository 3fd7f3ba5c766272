import { accept, type Accepted } from '@kushk/decider';
import type { Software, SoftwareVersionChanged } from '../software.js';

export interface RecordSoftwareVersion {
  readonly softwareVersion: string;
  readonly at: string;
}

/** Records the version of a started service, unless the last start had the same one. */
export function recordSoftwareVersion(
  { softwareVersion, at }: RecordSoftwareVersion,
  { version }: Software,
): Accepted<readonly SoftwareVersionChanged[], null> {
  if (version === softwareVersion) return accept([], null);
  return accept([{ type: 'SoftwareVersionChanged', data: { softwareVersion, at } }], null);
}
