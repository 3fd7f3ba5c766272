import { freeTextProblems } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { NAME_MAX_CODE_POINTS } from './add-staff.js';
import { isLastLead, type Roster, type RosterFact } from './roster.js';
import type { ActiveStaff, StaffData } from './staff-member.js';
import type { StaffFacts, StaffStates } from './staff-streams.js';

export interface ChangeStaff {
  /** Null leaves the name as it is. */
  readonly name: string | null;
  /** Null leaves the roles as they are. */
  readonly roles: readonly string[] | null;
  /** The role that manages staff. */
  readonly leadRole: string;
  readonly by: string;
  readonly at: string;
}

/**
 * Changes name or roles of a staff member. Rejects with `request.invalid`, `staff.not_found`, or `staff.last_of_role`
 * {role} when nobody would manage staff any more.
 */
export function changeStaff(command: ChangeStaff, { member, roster }: StaffStates): Decision<StaffFacts, StaffData> {
  const problems =
    command.name === null
      ? []
      : freeTextProblems('/name', command.name, { required: true, oneLine: true, maxCodePoints: NAME_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (member.status) {
    case 'absent':
    case 'removed':
      return refuse('staff.not_found');
    case 'active':
      return change(command, member, roster);
    default:
      return unreachable(member);
  }
}

function change(command: ChangeStaff, member: ActiveStaff, roster: Roster): Decision<StaffFacts, StaffData> {
  const { leadRole, by, at } = command;
  const { id, subject } = member;
  const [name, roles] = [command.name ?? member.name, command.roles ?? member.roles];
  const [wasLead, isLead] = [member.roles.includes(leadRole), roles.includes(leadRole)];
  if (wasLead && !isLead && isLastLead(roster, id)) return refuse('staff.last_of_role', { role: leadRole });
  const reply = { id, subject, name, roles };
  const isSame = name === member.name && JSON.stringify(roles) === JSON.stringify(member.roles);
  if (isSame) return accept({ member: [], roster: [] }, reply);
  return accept(
    { member: [{ type: 'StaffChanged', data: { name, roles, by, at } }], roster: leadChange(id, wasLead, isLead) },
    reply,
  );
}

function leadChange(id: string, wasLead: boolean, isLead: boolean): readonly RosterFact[] {
  if (wasLead === isLead) return [];
  return [{ type: isLead ? 'LeadJoined' : 'LeadLeft', data: { id } }];
}
