import { streamRef } from '@kushk/decider';
import { ROSTER, rosterStream, type Roster, type RosterFact } from './roster.js';
import { staffStream, type StaffFact, type StaffMember } from './staff-member.js';

/** The streams that change in one commit when a staff member or the member's roles change. */
export function staffStreams(id: string) {
  return { member: streamRef(staffStream, id), roster: streamRef(rosterStream, ROSTER) };
}

export interface StaffStates {
  readonly member: StaffMember;
  readonly roster: Roster;
}
export interface StaffFacts {
  readonly member: readonly StaffFact[];
  readonly roster: readonly RosterFact[];
}
