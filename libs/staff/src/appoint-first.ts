import { accept, unreachable, type Accepted } from '@kushk/decider';
import { staffIdOf } from './staff-member.js';
import type { StaffFacts, StaffStates } from './staff-streams.js';

export interface AppointFirst {
  /** The subject that the configuration names. */
  readonly subject: string;
  readonly leadRole: string;
  readonly at: string;
}

/**
 * Adds the person whom the configuration names, with the lead role. The configuration counts once: a person who was
 * staff before keeps the state that staff gave them, including a removal. A new name in the configuration therefore
 * adds a second person, which helps when the first one can no longer sign in.
 */
export function appointFirst(
  { subject, leadRole, at }: AppointFirst,
  { member }: StaffStates,
): Accepted<StaffFacts, null> {
  switch (member.status) {
    case 'active':
    case 'removed':
      return accept({ member: [], roster: [] }, null);
    case 'absent': {
      const id = staffIdOf(subject);
      const data = { id, subject, name: subject, roles: [leadRole], by: null, at };
      return accept({ member: [{ type: 'StaffAdded', data }], roster: [{ type: 'LeadJoined', data: { id } }] }, null);
    }
    default:
      return unreachable(member);
  }
}
