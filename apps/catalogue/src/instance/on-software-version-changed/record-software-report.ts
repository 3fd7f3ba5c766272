import { accept, type Accepted } from '@kushk/decider';
import type { InstanceSoftware, SoftwareVersionReported } from '../instance-software.js';

export interface RecordSoftwareReport {
  readonly softwareVersion: string;
  readonly at: string;
}

/** The characters of a SemVer version. The text comes from an instance, so its length is limited. */
const VERSION = /^[0-9A-Za-z.+-]{1,64}$/;

/** Records the version that an instance reports. Ignores a repeated report, and a text that is no version. */
export function recordSoftwareReport(
  { softwareVersion, at }: RecordSoftwareReport,
  { version }: InstanceSoftware,
): Accepted<readonly SoftwareVersionReported[], null> {
  if (version === softwareVersion || !VERSION.test(softwareVersion)) return accept([], null);
  return accept([{ type: 'SoftwareVersionReported', data: { softwareVersion, at } }], null);
}
