/**
 * The purchased MU that removed installations of a plugin left to an organisation. The next installation of the plugin
 * takes them (docs/reference/money.md).
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface Remainder {
  readonly microMu: string;
  /** The newest installation of the plugin that is not removed. */
  readonly openInstallation: string | null;
}
export type RemainderFact =
  | Fact<'InstallationOpened', { installationId: string; takenMicroMu: string; at: string }>
  | Fact<'InstallationRemoved', { installationId: string; leftMicroMu: string; at: string }>
  | Fact<'RemainderTaken', { installationId: string; takenMicroMu: string; at: string }>;

export const remainderStream: StreamType<Remainder, RemainderFact> = {
  category: 'remainder',
  initial: { microMu: '0', openInstallation: null },
  stateVersion: 1,
  evolve,
};

export function remainderKey(organisationId: string, pluginId: string): string {
  return `${organisationId}/${pluginId}`;
}

function evolve({ microMu, openInstallation }: Remainder, fact: RemainderFact): Remainder {
  const { installationId } = fact.data;
  switch (fact.type) {
    case 'InstallationOpened':
      return { microMu: String(BigInt(microMu) - BigInt(fact.data.takenMicroMu)), openInstallation: installationId };
    case 'InstallationRemoved':
      return {
        microMu: String(BigInt(microMu) + BigInt(fact.data.leftMicroMu)),
        openInstallation: openInstallation === installationId ? null : openInstallation,
      };
    case 'RemainderTaken':
      return { microMu: String(BigInt(microMu) - BigInt(fact.data.takenMicroMu)), openInstallation };
    default:
      return unreachable(fact);
  }
}
