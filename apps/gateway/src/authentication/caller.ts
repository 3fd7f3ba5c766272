/** The kinds of callers, and the policies that a route can require of a caller. */
import type {
  Actor,
  InstallationResource,
  KeyResource,
  OrganisationResource,
  PersonResource,
  PublisherResource,
} from '@kushk/contracts';
import { Refused } from '@kushk/edge';

/** Each kind has one authenticator, which accepts one kind of credential. */
export type CallerKind = 'publisher' | 'plugin' | 'staff' | 'person' | 'platform_admin' | 'anyone';

export interface PublisherCaller {
  readonly publisher: PublisherResource;
  readonly key: KeyResource;
}
export type StaffRole = 'operator' | 'reviewer' | 'billing';
export interface StaffCaller {
  readonly subject: string;
  readonly roles: readonly StaffRole[];
}
export interface PersonCaller {
  readonly organisation: OrganisationResource;
  readonly person: PersonResource;
  readonly platformAdmin: boolean;
}
/** A person who is signed in and listed in the configuration of this instance. Belongs to no organisation. */
export interface PlatformAdminCaller {
  readonly issuer: string;
  readonly subject: string;
}

/** The person on whose behalf a plugin acts. `handleOnly`: the request had a handle and no installation token. */
export interface OnBehalfOf {
  readonly personId: string;
  readonly handleOnly: boolean;
  readonly readOnly: boolean;
}
export interface PluginCaller {
  readonly organisationId: string;
  readonly installation: InstallationResource;
  readonly secretSettings: readonly string[];
  readonly onBehalfOf: OnBehalfOf | null;
}

/**
 * An authenticated caller. `name` identifies the caller in idempotency scopes and rate limits. `credential`
 * identifies the credential in rate limits when a caller can have several.
 */
export interface Authenticated<Caller> {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly name: string;
  readonly credential?: string;
}

/**
 * A requirement on the caller that does not depend on the request body. `check` throws `Refused`; the OpenAPI
 * documents contain `description`.
 */
export interface Policy<Caller> {
  readonly description: string;
  readonly check: (caller: Caller) => void;
}

/** Requires a staff member of the operator with one of these roles. */
export function staffRole(...roles: readonly StaffRole[]): Policy<StaffCaller> {
  return {
    description: `role ${roles.join(' or ')}`,
    check: (caller) => {
      if (!roles.some((role) => caller.roles.includes(role)))
        throw Refused.with('auth.role_missing', { required: roles });
    },
  };
}

/** Requires an admin of an organisation. */
export const organisationAdmin: Policy<PersonCaller> = {
  description: 'role admin',
  check: ({ person }) => {
    if (person.role !== 'admin') throw Refused.with('auth.role_missing', { required: ['admin'] });
  },
};

/**
 * Requires a caller who may add purchased MU: a platform administrator in production, any admin elsewhere
 * (docs/reference/money.md).
 */
export function purchaserPolicy(production: boolean): Policy<PersonCaller> {
  return {
    description: production ? 'role billing' : 'role admin',
    check: (caller) => {
      if (!production) organisationAdmin.check(caller);
      else if (!caller.platformAdmin) throw Refused.with('auth.role_missing', { required: ['billing'] });
    },
  };
}
