import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { isLastLead } from './roster.js';
import type { StaffFacts, StaffStates } from './staff-streams.js';

export interface RemoveStaff {
  /** The role that manages staff. */
  readonly leadRole: string;
  readonly by: string;
  readonly at: string;
}

/** Ends the membership of a staff member. Rejects with `staff.not_found`, or with `staff.last_of_role` {role}. */
export function removeStaff(
  { leadRole, by, at }: RemoveStaff,
  { member, roster }: StaffStates,
): Decision<StaffFacts, null> {
  switch (member.status) {
    case 'absent':
    case 'removed':
      return refuse('staff.not_found');
    case 'active': {
      const isLead = member.roles.includes(leadRole);
      if (isLead && isLastLead(roster, member.id)) return refuse('staff.last_of_role', { role: leadRole });
      return accept(
        {
          member: [{ type: 'StaffRemoved', data: { by, at } }],
          roster: isLead ? [{ type: 'LeadLeft', data: { id: member.id } }] : [],
        },
        null,
      );
    }
    default:
      return unreachable(member);
  }
}
