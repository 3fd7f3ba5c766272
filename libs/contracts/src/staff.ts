/** Staff of the operator on the hub, and platform staff on an instance. Both are stored with their roles. */
import { decisionRequires } from './caller-policy.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

export const HUB_ROLES = ['operator', 'reviewer', 'billing'] as const;
export type HubRole = (typeof HUB_ROLES)[number];
export const INSTANCE_ROLES = ['platform_admin', 'billing'] as const;
export type InstanceRole = (typeof INSTANCE_ROLES)[number];

/** The role that manages staff. At least one person always has it. */
export const HUB_LEAD_ROLE = 'operator' satisfies HubRole;
export const INSTANCE_LEAD_ROLE = 'platform_admin' satisfies InstanceRole;

export interface StaffResource<Role extends string> {
  readonly id: string;
  /** The `sub` claim of the access tokens of this person. */
  readonly subject: string;
  readonly name: string;
  /** May be empty: the person stays on the staff and may do nothing. */
  readonly roles: readonly Role[];
}
export type HubStaff = StaffResource<HubRole>;
export type InstanceStaff = StaffResource<InstanceRole>;

const byLead = (service: 'catalogue' | 'workspace') =>
  decisionRequires(service === 'catalogue' ? HUB_LEAD_ROLE : INSTANCE_LEAD_ROLE);

/** The requests of one of the two services that store staff. */
export const staffRequests = <Role extends string, Staff extends StaffResource<Role>>(
  service: 'catalogue' | 'workspace',
) => ({
  /**
   * Finds a staff member by sign-in identity. Rejects with `auth.role_missing` for anyone else, and with
   * `auth.token_invalid` when the sign-in `session_key` was ended.
   */
  authenticateStaff: query<
    { issuer: string; subject: string; session_key?: string; issued_at?: string },
    { subject: string; roles: readonly Role[]; name: string }
  >(service, 'staff.authenticate'),
  /** Adds a person to the staff. Rejects with `request.invalid` or `staff.exists` {id}. */
  addStaff: command<
    { subject: string; name: string; roles: readonly Role[]; by: string; idempotency?: RequestIdempotency },
    Staff
  >(service, 'staff.add', byLead(service)),
  listStaff: query<PageRequest, Page<Staff>>(service, 'staff.list'),
  /** Null leaves a field as it is. Rejects with `request.invalid`, `staff.not_found` or `staff.last_of_role` {role}. */
  changeStaff: command<
    {
      id: string;
      name: string | null;
      roles: readonly Role[] | null;
      by: string;
      idempotency?: RequestIdempotency;
    },
    Staff
  >(service, 'staff.change', byLead(service)),
  /** Rejects with `staff.not_found` or `staff.last_of_role` {role}. */
  removeStaff: command<{ id: string; by: string; idempotency?: RequestIdempotency }, null>(
    service,
    'staff.remove',
    byLead(service),
  ),
});
export type StaffRequests<Role extends string> = ReturnType<typeof staffRequests<Role, StaffResource<Role>>>;
