/** Who may stand behind a request, and what a route may demand of them. */
import type {
  Actor,
  InstallationResource,
  KeyResource,
  OrganisationResource,
  PersonResource,
  PublisherResource,
} from '@kushk/contracts';
import { Refused } from '@kushk/edge';

/** The ways in: each door takes one kind of credential and gives one kind of caller. */
export type DoorName = 'publisher' | 'plugin' | 'staff' | 'person' | 'platform_admin' | 'anyone';

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
/** Signed in and named in the configuration of this instance; belongs to no organisation as such. */
export interface PlatformAdminCaller {
  readonly issuer: string;
  readonly subject: string;
}

/** The person on whose behalf a plugin acts. `alone`: the handle came without the installation token. */
export interface Behalf {
  readonly personId: string;
  readonly alone: boolean;
  readonly readOnly: boolean;
}
export interface PluginCaller {
  readonly organisationId: string;
  readonly installation: InstallationResource;
  readonly secretSettings: readonly string[];
  readonly behalf: Behalf | null;
}

/** A caller let in: `name` identifies it in idempotency scopes and rate limits; `credential` in rate limits where a caller has several. */
export interface Entered<Caller> {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly name: string;
  readonly credential?: string;
}

/** A demand on the caller that needs no body to be checked; throws `Refused`. `says` is for documents. */
export interface Permission<Caller> {
  readonly says: string;
  readonly check: (caller: Caller) => void;
}

/** One of these roles of the operator's staff. */
export function staffRole(...roles: readonly StaffRole[]): Permission<StaffCaller> {
  return {
    says: `role ${roles.join(' or ')}`,
    check: (caller) => {
      if (!roles.some((role) => caller.roles.includes(role)))
        throw Refused.with('auth.role_missing', { required: roles });
    },
  };
}

/** The admins of an organisation. */
export const organisationAdmin: Permission<PersonCaller> = {
  says: 'role admin',
  check: ({ person }) => {
    if (person.role !== 'admin') throw Refused.with('auth.role_missing', { required: ['admin'] });
  },
};

/** Who sells MU: in production the platform's own people, elsewhere any admin (contract §8, wallet/purchases). */
export function mayPurchase(production: boolean): Permission<PersonCaller> {
  return {
    says: production ? 'role billing' : 'role admin',
    check: (caller) => {
      if (!production) organisationAdmin.check(caller);
      else if (!caller.platformAdmin) throw Refused.with('auth.role_missing', { required: ['billing'] });
    },
  };
}
