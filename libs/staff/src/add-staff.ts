import { freeTextProblems } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { staffIdOf, type StaffData } from './staff-member.js';
import type { StaffFacts, StaffStates } from './staff-streams.js';

export interface AddStaff {
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** The role that manages staff. */
  readonly leadRole: string;
  readonly by: string | null;
  readonly at: string;
}
const SUBJECT_MAX_CODE_POINTS = 255;
export const NAME_MAX_CODE_POINTS = 200;

/** Adds a person to the staff. Rejects with `request.invalid`, or with `staff.exists` {id}. */
export function addStaff(command: AddStaff, { member }: StaffStates): Decision<StaffFacts, StaffData> {
  const { subject, name, roles, leadRole, by, at } = command;
  const rule = { required: true, oneLine: true };
  const problems = [
    ...freeTextProblems('/subject', subject, { ...rule, maxCodePoints: SUBJECT_MAX_CODE_POINTS }),
    ...freeTextProblems('/name', name, { ...rule, maxCodePoints: NAME_MAX_CODE_POINTS }),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (member.status) {
    case 'active':
      return refuse('staff.exists', { id: member.id });
    case 'absent':
    case 'removed': {
      const data = { id: staffIdOf(subject), subject, name, roles };
      return accept(
        {
          member: [{ type: 'StaffAdded', data: { ...data, by, at } }],
          roster: roles.includes(leadRole) ? [{ type: 'LeadJoined', data: { id: data.id } }] : [],
        },
        data,
      );
    }
    default:
      return unreachable(member);
  }
}
