/** What the workspace must know of an installation: whose it is, which record types it keeps, what it may propose. */
import type { InstalledCapabilities, JsonObject } from '@kushk/contracts';
import type { Fact, StreamType } from '@kushk/decider';

export type Capabilities = Pick<InstalledCapabilities, 'records' | 'proposals' | 'sources'>;
export type InstallationFact =
  | Fact<'InstallationNoted', { organisationId: string; pluginId: string; capabilities: Capabilities; at: string }>
  | Fact<'CapabilitiesNoted', { capabilities: Capabilities; at: string }>
  | Fact<'InstallationEnded', { at: string }>;
export type Installation =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active' | 'ended';
      readonly organisationId: string;
      readonly pluginId: string;
      readonly capabilities: Capabilities;
    };

export const installationStream: StreamType<Installation, InstallationFact> = {
  category: 'installation',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(installation: Installation, fact: InstallationFact): Installation {
  if (fact.type === 'InstallationNoted') {
    const { organisationId, pluginId, capabilities } = fact.data;
    return { status: 'active', organisationId, pluginId, capabilities };
  }
  if (installation.status === 'absent') return installation;
  return fact.type === 'CapabilitiesNoted'
    ? { ...installation, capabilities: fact.data.capabilities }
    : { ...installation, status: 'ended' };
}

/** The schema of a record type, or null where the plugin declares none such. */
export function schemaOf(installation: Installation, recordType: string): JsonObject | null {
  if (installation.status !== 'active') return null;
  return installation.capabilities.records.find(({ type }) => type === recordType)?.schema ?? null;
}
