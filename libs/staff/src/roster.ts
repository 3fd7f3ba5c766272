/**
 * The event stream `roster-staff`: who has the lead role, which is the role that manages staff. Somebody must always
 * have it, otherwise nobody could ever be added again.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type RosterFact = Fact<'LeadJoined', { readonly id: string }> | Fact<'LeadLeft', { readonly id: string }>;
export interface Roster {
  readonly leadIds: readonly string[];
}

/** The id of the only stream of this type. */
export const ROSTER = 'staff';

export const rosterStream: StreamType<Roster, RosterFact> = {
  category: 'roster',
  factTypes: { LeadJoined: true, LeadLeft: true },
  initial: { leadIds: [] },
  stateVersion: 1,
  evolve: ({ leadIds }, fact) => {
    const others = leadIds.filter((id) => id !== fact.data.id);
    switch (fact.type) {
      case 'LeadJoined':
        return { leadIds: [...others, fact.data.id] };
      case 'LeadLeft':
        return { leadIds: others };
      default:
        return unreachable(fact);
    }
  },
};

/** Whether nobody but this member has the lead role. */
export function isLastLead({ leadIds }: Roster, id: string): boolean {
  return leadIds.every((lead) => lead === id);
}
