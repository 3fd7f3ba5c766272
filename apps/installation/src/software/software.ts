/** The version of the software that this instance runs, `software-<id of the instance>`. */
import type { Fact, StreamType } from '@kushk/decider';

/** The service started with another version than before. This fact is reported to the hub. */
export type SoftwareVersionChanged = Fact<
  'SoftwareVersionChanged',
  { readonly softwareVersion: string; readonly at: string }
>;

export interface Software {
  /** Null before the first start. */
  readonly version: string | null;
}

export const softwareStream: StreamType<Software, SoftwareVersionChanged> = {
  category: 'software',
  factTypes: { SoftwareVersionChanged: true },
  initial: { version: null },
  stateVersion: 1,
  evolve: (_software, { data }) => ({ version: data.softwareVersion }),
};
