/**
 * What a command requires of a caller who is a person, a member of staff or a publisher. The gateway checks the role
 * when the head of a request arrives. Its body may take seconds, and the role may be taken away meanwhile
 * (docs/adr/0033-roles-in-decisions.md).
 */
import type { HubRole, InstanceRole } from './staff.js';

/** `publisher`: a key of the publisher API, or a member of the publisher in the portal. */
export type CallerRole = 'admin' | 'member' | HubRole | InstanceRole | 'publisher';

/** With several roles, one of them is enough. */
export type CallerPolicy =
  | { readonly checkedBy: 'decision' | 'gateway'; readonly roles: readonly CallerRole[] }
  | { readonly checkedBy: 'none'; readonly because: string };

/**
 * The decision reads the caller's stream, and refuses with `auth.role_missing` in the transaction that would store the
 * facts. For the two services that store callers: the catalogue and the workspace.
 */
export function decisionRequires(...roles: readonly CallerRole[]): CallerPolicy {
  return { checkedBy: 'decision', roles };
}

/**
 * Another service stores the caller, so the decision cannot read the role. The gateway authenticates again when the
 * body took long.
 */
export function gatewayRequires(...roles: readonly CallerRole[]): CallerPolicy {
  return { checkedBy: 'gateway', roles };
}

/** Whoever is authenticated may send the command, for this reason. */
export function requiresNoRole(because: string): CallerPolicy {
  return { checkedBy: 'none', because };
}
