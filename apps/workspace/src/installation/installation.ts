/** The part of an installation that the workspace needs: its organisation, record types and allowed proposals. */
import type { InstalledCapabilities, JsonObject } from '@kushk/contracts';
import { refuse, unreachable, type Fact, type Refused, type StreamType } from '@kushk/decider';

export type Capabilities = Pick<InstalledCapabilities, 'records' | 'proposals' | 'sources'>;
interface InstallationData {
  readonly organisationId: string;
  readonly pluginId: string;
  readonly capabilities: Capabilities;
}
export type InstallationFact =
  | Fact<'InstallationAdded', InstallationData & { at: string }>
  | Fact<'CapabilitiesChanged', { capabilities: Capabilities; at: string }>
  | Fact<'InstallationRemoved', { at: string }>;
export type Installation =
  | { readonly status: 'absent' }
  | ({ readonly status: 'active' } & InstallationData)
  | ({ readonly status: 'removed' } & Omit<InstallationData, 'capabilities'>);

export const installationStream: StreamType<Installation, InstallationFact> = {
  category: 'installation',
  factTypes: { InstallationAdded: true, CapabilitiesChanged: true, InstallationRemoved: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(installation: Installation, fact: InstallationFact): Installation {
  switch (installation.status) {
    case 'absent': {
      if (fact.type !== 'InstallationAdded') return installation;
      const { at: _at, ...data } = fact.data;
      return { status: 'active', ...data };
    }
    case 'active':
      return evolveActive(installation, fact);
    case 'removed':
      return installation;
    default:
      return unreachable(installation);
  }
}

function evolveActive(installation: Extract<Installation, { status: 'active' }>, fact: InstallationFact): Installation {
  switch (fact.type) {
    case 'InstallationAdded':
      return installation;
    case 'CapabilitiesChanged':
      return { ...installation, capabilities: fact.data.capabilities };
    case 'InstallationRemoved': {
      const { organisationId, pluginId } = installation;
      return { status: 'removed', organisationId, pluginId };
    }
    default:
      return unreachable(fact);
  }
}

/** Returns the part of a manifest's capabilities that the workspace needs. */
export function workspaceCapabilities({ records, proposals, sources }: Capabilities): Capabilities {
  return { records, proposals, sources };
}

/** The refusal of a record type that the plugin does not declare: names the types that it does. */
export function typeNotFound(installation: Installation, type: string): Refused {
  const records = installation.status === 'active' ? installation.capabilities.records : [];
  return refuse('record.type_not_found', { type, types: records.map((one) => one.type) });
}

/** Returns the schema of a record type; null when the plugin does not declare the type or is not installed. */
export function schemaOf(installation: Installation, recordType: string): JsonObject | null {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return null;
    case 'active':
      return installation.capabilities.records.find(({ type }) => type === recordType)?.schema ?? null;
    default:
      return unreachable(installation);
  }
}
