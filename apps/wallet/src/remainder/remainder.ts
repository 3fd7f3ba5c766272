/**
 * What removed installations of a plugin left to an organisation: the purchased MU, the freeze of the wallet, and its
 * limits. The next installation of the plugin takes them (docs/reference/money.md).
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { combinedLimits } from '../wallet/carry-in/limits.js';
import type { Freeze, Limits } from '../wallet/wallet-facts.js';

export interface Remainder {
  readonly microMu: string;
  /** The freeze of a removed wallet. Without it, a frozen plugin could charge again after it is installed again. */
  readonly frozen: Freeze | null;
  /** Without them, a plugin could use its budget again after it is installed again. */
  readonly limits: Limits | null;
  /** The newest installation of the plugin that is not removed. */
  readonly openInstallation: string | null;
}
export type RemainderFact =
  | Fact<'InstallationOpened', { installationId: string; takenMicroMu: string; at: string }>
  | Fact<
      'InstallationRemoved',
      { installationId: string; leftMicroMu: string; frozen: Freeze | null; limits: Limits | null; at: string }
    >
  | Fact<'RemainderTaken', { installationId: string; takenMicroMu: string; at: string }>;

export const remainderStream: StreamType<Remainder, RemainderFact> = {
  category: 'remainder',
  factTypes: { InstallationOpened: true, InstallationRemoved: true, RemainderTaken: true },
  initial: { microMu: '0', frozen: null, limits: null, openInstallation: null },
  stateVersion: 1,
  evolve,
};

export function remainderKey(organisationId: string, pluginId: string): string {
  return `${organisationId}/${pluginId}`;
}

function evolve({ microMu, frozen, limits, openInstallation }: Remainder, fact: RemainderFact): Remainder {
  const { installationId } = fact.data;
  switch (fact.type) {
    case 'InstallationOpened':
      return { ...without(microMu, fact.data.takenMicroMu), openInstallation: installationId };
    case 'InstallationRemoved':
      return {
        microMu: String(BigInt(microMu) + BigInt(fact.data.leftMicroMu)),
        frozen: fact.data.frozen ?? frozen,
        limits: combinedLimits(limits, fact.data.limits),
        openInstallation: openInstallation === installationId ? null : openInstallation,
      };
    case 'RemainderTaken':
      return { ...without(microMu, fact.data.takenMicroMu), openInstallation };
    default:
      return unreachable(fact);
  }
}

/** The wallet that takes what is left has taken the freeze and the limits, too. */
function without(microMu: string, taken: string): Pick<Remainder, 'microMu' | 'frozen' | 'limits'> {
  return { microMu: String(BigInt(microMu) - BigInt(taken)), frozen: null, limits: null };
}
