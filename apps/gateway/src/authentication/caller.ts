/** The kinds of callers, and the policies that a route can require of a caller. */
import type {
  Actor,
  HubRole,
  InstallationSummary,
  InstanceRole,
  KeyResource,
  MemberResource,
  OrganisationResource,
  PersonResource,
  PublisherResource,
  RegistryAccount,
  SignIn,
} from '@kushk/contracts';
import { Refused, type KnownCode } from '@kushk/edge';

/** Each kind has one authenticator, which accepts one kind of credential. */
export type CallerKind =
  | 'publisher'
  | 'publisher_member'
  | 'plugin'
  | 'staff'
  | 'person'
  | 'signed_in'
  | 'platform_staff'
  | 'purchaser'
  | 'registry_account'
  | 'anyone';

export interface PublisherCaller {
  readonly publisher: PublisherResource;
  readonly key: KeyResource;
}
/** Who asks for a token of the registry, with a user and a password. */
export interface RegistryCaller {
  readonly account: RegistryAccount;
}
/** A person of a publisher, in the portal. */
export interface PublisherMemberCaller {
  readonly publisher: PublisherResource;
  readonly member: Pick<MemberResource, 'id' | 'subject' | 'name'>;
}
export interface StaffCaller {
  readonly subject: string;
  readonly roles: readonly HubRole[];
}
/** A sign-in at the OpenID Connect provider, to which a session of the person belongs. */
export interface CallerSignIn extends SignIn {
  /** Whether a bearer token or the session cookie of the pages identified the person. */
  readonly kind: 'token' | 'browser';
  /** The name that the provider knows; null for a bearer token. */
  readonly name: string | null;
  /** The `User-Agent` of the request, for the person's list of sessions. */
  readonly userAgent: string | null;
  /** The session of the sign-in; null when a handle must start one (`sessionOf`). */
  readonly sessionId: string | null;
}
/** A person of an organisation, or of the staff of this instance, before the choice of an organisation. */
export interface SignedInCaller {
  readonly signIn: CallerSignIn;
}
export interface PersonCaller extends SignedInCaller {
  readonly organisation: OrganisationResource;
  readonly person: PersonResource;
}
/** A member of the platform staff of this instance. Belongs to no organisation. */
export interface PlatformStaffCaller {
  readonly issuer: string;
  readonly subject: string;
  readonly roles: readonly InstanceRole[];
}
/**
 * A caller who may add purchased MU. `organisationId` is null for staff, who may do it for any organisation, and `by`
 * identifies the caller in the ledger.
 */
export interface PurchaserCaller {
  readonly organisationId: string | null;
  readonly by: string;
  readonly mayPurchase: boolean;
}

/** The person on whose behalf a plugin acts. `handleOnly`: the request had a handle and no installation token. */
export interface OnBehalfOf {
  readonly personId: string;
  readonly handleOnly: boolean;
  readonly readOnly: boolean;
  /** The tool call to which the handle belongs; null for the handle of a page. */
  readonly toolCallId: string | null;
}
export interface PluginCaller {
  readonly organisationId: string;
  readonly installation: InstallationSummary;
  /** The hash of the installation token; null when the call is authenticated by a handle alone. */
  readonly tokenHash: string | null;
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
  /**
   * Set when the caller is known, but a second credential of the request is not valid. Such requests count against the
   * caller's rate limit, not as failed authentication of an address, and are then rejected with this error.
   */
  readonly rejection?: Refused;
}

/**
 * A requirement on the caller that does not depend on the request body. `check` gets the parameters of the path and
 * throws `Refused` with one of `codes`; the OpenAPI documents contain `description` and `codes`.
 */
export interface Policy<Caller> {
  readonly description: string;
  readonly codes: readonly KnownCode[];
  readonly check: (caller: Caller, params: Readonly<Record<string, string>>) => void;
  /** The route may be called on behalf of a person. Set by the policies of plugins. */
  readonly acceptsHandle?: boolean;
}

const ROLE_CODES: readonly KnownCode[] = ['auth.role_missing'];

/** Requires a staff member of the operator with one of these roles. */
export function staffRole(...roles: readonly HubRole[]): Policy<StaffCaller> {
  return {
    description: `role ${roles.join(' or ')}`,
    codes: ROLE_CODES,
    check: (caller) => {
      if (!roles.some((role) => caller.roles.includes(role)))
        throw Refused.with('auth.role_missing', { required: roles });
    },
  };
}

/** Requires an admin of an organisation. */
export const organisationAdmin: Policy<PersonCaller> = {
  description: 'role admin',
  codes: ROLE_CODES,
  check: ({ person }) => {
    if (person.role !== 'admin') throw Refused.with('auth.role_missing', { required: ['admin'] });
  },
};

/** Requires a member of the platform staff of this instance with one of these roles. */
export function platformRole(...roles: readonly InstanceRole[]): Policy<PlatformStaffCaller> {
  return {
    description: `role ${roles.join(' or ')} of the instance`,
    codes: ROLE_CODES,
    check: (caller) => {
      if (!roles.some((role) => caller.roles.includes(role)))
        throw Refused.with('auth.role_missing', { required: roles });
    },
  };
}

/**
 * Requires a caller who may add purchased MU (docs/reference/money.md): staff of the instance with the role `billing`
 * and, outside production, an admin of the organisation.
 */
export function purchaserPolicy(production: boolean): Policy<PurchaserCaller> {
  const required = production ? ['billing'] : ['billing', 'admin'];
  return {
    description: production ? 'role billing of the instance' : 'role billing of the instance, or role admin',
    codes: ROLE_CODES,
    check: ({ mayPurchase }) => {
      if (!mayPurchase) throw Refused.with('auth.role_missing', { required });
    },
  };
}
