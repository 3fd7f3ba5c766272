/** The audit of the staff of the hub and of an instance, whose streams are the same. */
import { rosterStream, staffStream } from '@kushk/staff';
import { audited, auditOf, unaudited, type AnyAudit } from './audited.js';

export const staffAudits: readonly AnyAudit[] = [
  auditOf(staffStream, {
    about: (member) =>
      member.status === 'absent'
        ? null
        : { subject: { type: 'staff', id: member.id, name: member.name }, organisationId: null },
    facts: {
      StaffAdded: audited('staff.added', ({ data: { subject, roles } }) => ({ details: { subject, roles } })),
      StaffChanged: audited('staff.changed', ({ data: { roles } }) => ({ details: { roles } })),
      StaffRemoved: audited('staff.removed', (_fact, member) => ({
        details: member.status === 'absent' ? {} : { subject: member.subject },
      })),
    },
  }),
  unaudited(rosterStream, {
    LeadJoined: 'staff.added and staff.changed have the roles',
    LeadLeft: 'staff.changed and staff.removed have the roles',
  }),
];
