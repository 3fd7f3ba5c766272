/** The place of one plugin in one organisation: at most one installation stands in it. */
import type { Fact, StreamType } from '@kushk/decider';

export type SlotFact = Fact<'SlotTaken', { installationId: string }> | Fact<'SlotFreed', { installationId: string }>;
export interface Slot {
  readonly installationId: string | null;
}

export const slotStream: StreamType<Slot, SlotFact> = {
  category: 'slot',
  initial: { installationId: null },
  stateVersion: 1,
  evolve: (_slot, fact) => ({ installationId: fact.type === 'SlotTaken' ? fact.data.installationId : null }),
};

export function slotKey(organisationId: string, pluginId: string): string {
  return `${organisationId}/${pluginId}`;
}
