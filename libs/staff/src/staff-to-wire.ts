import type { StaffResource } from '@kushk/contracts';
import type { StaffMember } from './staff-member.js';

/** Returns the roles that count now: none for a person who is not on the staff. */
export function rolesOf(member: StaffMember): readonly string[] {
  return member.status === 'active' ? member.roles : [];
}

/** Returns the name of a staff member; empty for a person who never was on the staff. */
export function nameOf(member: StaffMember): string {
  return member.status === 'absent' ? '' : member.name;
}

/**
 * Returns the staff member as the API shows it. `Role` is the type of the roles of this hub or instance. The streams
 * store no other roles, because the gateway rejects them.
 */
export function staffToWire<Role extends string>(member: {
  readonly id: string;
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly string[];
}): StaffResource<Role> {
  const { id, subject, name, roles } = member;
  return { id, subject, name, roles: roles as readonly Role[] };
}
