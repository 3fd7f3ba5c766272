/** Staff of the operator on the hub, and platform staff on an instance. Both are stored with their roles. */

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
