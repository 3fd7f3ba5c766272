/**
 * The version of the software of one instance, `instance_software-<id>`. Not part of the instance's registration: an
 * instance that is removed and registered again does not report its version a second time.
 */
import type { Fact, StreamType } from '@kushk/decider';

export type SoftwareVersionReported = Fact<
  'SoftwareVersionReported',
  { readonly softwareVersion: string; readonly at: string }
>;

export interface InstanceSoftware {
  /** Null before the first report. */
  readonly version: string | null;
}

export const instanceSoftwareStream: StreamType<InstanceSoftware, SoftwareVersionReported> = {
  category: 'instance_software',
  factTypes: { SoftwareVersionReported: true },
  initial: { version: null },
  evolve: (_software, { data }) => ({ version: data.softwareVersion }),
  stateVersion: 1,
};
