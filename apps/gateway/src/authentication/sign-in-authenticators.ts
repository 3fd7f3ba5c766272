import type { FastifyRequest } from 'fastify';
import { catalogue, workspace, type InstanceRole, type SignIn } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import type {
  Authenticated,
  CallerSignIn,
  PersonCaller,
  PlatformStaffCaller,
  PurchaserCaller,
  SignedInCaller,
  StaffCaller,
} from './caller.js';
import type { Authenticator } from './authenticator.js';
import type { PersonIdentifier, SessionRequests } from './person-identifier.js';

const ORGANISATION_ID = /^[\w-]{1,64}$/;

/** The fields of a sign-in that services need. */
export function ofSignIn({ issuer, subject, session_key, issued_at }: CallerSignIn): SignIn {
  return { issuer, subject, session_key, ...(issued_at !== undefined && { issued_at }) };
}

/**
 * Authenticates staff of the operator. The token identifies the person; the person's roles are read from the
 * catalogue on every request.
 */
export class StaffAuthenticator implements Authenticator {
  constructor(private readonly people: PersonIdentifier) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<StaffCaller>> {
    const signIn = await this.people.identify(request, send);
    const { reply } = await send(catalogue.authenticateStaff, ofSignIn(signIn));
    return {
      caller: reply,
      actor: { kind: 'staff', subject: reply.subject, roles: reply.roles, name: reply.name },
      name: `staff:${reply.subject}`,
    };
  }
}

/**
 * Authenticates people of an organisation. The token identifies the person; the organisation and the role come from
 * the workspace. A person of several organisations selects one with `Service-Organisation`, or in a read with
 * `?organisation=`: links and images send no header.
 */
export class PersonAuthenticator implements Authenticator {
  constructor(private readonly people: PersonIdentifier) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PersonCaller>> {
    const organisationId = namedOrganisation(request);
    return await authenticateMember({ signIn: await this.people.identify(request, send), organisationId }, send);
  }
}

function namedOrganisation({ method, headers, query }: FastifyRequest): string | null {
  const isRead = method === 'GET' || method === 'HEAD';
  const inQuery = isRead ? (query as Readonly<Record<string, unknown>>)['organisation'] : undefined;
  const named = headers['service-organisation'] ?? (inQuery === '' ? null : inQuery) ?? null;
  if (named !== null && (typeof named !== 'string' || !ORGANISATION_ID.test(named)))
    throw Refused.with('request.malformed', { reason: 'Service-Organisation is not an id' });
  return named;
}

async function authenticateMember(
  { signIn, organisationId }: { readonly signIn: CallerSignIn; readonly organisationId: string | null },
  send: SendRequest,
): Promise<Authenticated<PersonCaller>> {
  const { reply } = await send(workspace.authenticatePerson, { ...ofSignIn(signIn), organisation_id: organisationId });
  const { organisation, person, session_id: sessionId = null } = reply;
  return {
    caller: { organisation, person, signIn: { ...signIn, sessionId } },
    actor: {
      kind: 'person',
      person_id: person.id,
      organisation_id: organisation.id,
      role: person.role,
      name: person.name,
    },
    name: `person:${person.id}`,
  };
}

/**
 * Authenticates people for their own sessions, whatever their roles are. A session cookie is enough: a person who has
 * lost the last role can still sign out. A bearer token needs a role, because anyone can have one.
 */
export class SignedInAuthenticator implements Authenticator {
  constructor(
    private readonly people: PersonIdentifier,
    private readonly sessions: SessionRequests,
  ) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<SignedInCaller>> {
    const signIn = await this.people.identify(request, send);
    if (signIn.kind === 'token') await send(this.sessions.authenticateSignIn, ofSignIn(signIn));
    return {
      caller: { signIn },
      actor: { kind: 'system' },
      name: `signed_in:${signIn.issuer} ${signIn.subject}`,
    };
  }
}

/**
 * Authenticates the platform staff of this instance. The token identifies the person; the roles are read from the
 * workspace on every request.
 */
export class PlatformStaffAuthenticator implements Authenticator {
  constructor(private readonly people: PersonIdentifier) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PlatformStaffCaller>> {
    const identity = await this.people.identify(request, send);
    const { reply } = await send(workspace.authenticateStaff, ofSignIn(identity));
    return {
      caller: { issuer: identity.issuer, subject: identity.subject, roles: reply.roles },
      actor: { kind: 'staff', subject: reply.subject, roles: reply.roles, name: reply.name },
      name: `platform_staff:${reply.subject}`,
    };
  }
}

/**
 * Authenticates callers who may add purchased MU: staff with the role `billing` and, outside production, admins of
 * the organisation.
 */
export class PurchaserAuthenticator implements Authenticator {
  constructor(
    private readonly people: PersonIdentifier,
    private readonly environment: { readonly production: boolean },
  ) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PurchaserCaller>> {
    const signIn = await this.people.identify(request, send);
    const { roles, name } = await platformStaffOf(ofSignIn(signIn), send);
    const mayPurchase = roles.includes('billing');
    if (!mayPurchase && !this.environment.production)
      return await authenticateAdmin({ signIn, organisationId: namedOrganisation(request) }, send);
    const { subject } = signIn;
    return {
      caller: { organisationId: null, by: `staff:${subject}`, mayPurchase },
      actor: { kind: 'staff', subject, roles, name },
      name: `platform_staff:${subject}`,
    };
  }
}

async function authenticateAdmin(
  member: Parameters<typeof authenticateMember>[0],
  send: SendRequest,
): Promise<Authenticated<PurchaserCaller>> {
  const authenticated = await authenticateMember(member, send);
  const { organisation, person } = authenticated.caller;
  const mayPurchase = person.role === 'admin';
  return { ...authenticated, caller: { organisationId: organisation.id, by: person.id, mayPurchase } };
}

/** Returns a person as platform staff; without roles for a person who is not on the staff. */
async function platformStaffOf(
  identity: SignIn,
  send: SendRequest,
): Promise<{ readonly roles: readonly InstanceRole[]; readonly name: string }> {
  try {
    const { reply } = await send(workspace.authenticateStaff, { ...identity });
    return reply;
  } catch (error) {
    if (error instanceof Refused && error.code === 'auth.role_missing') return { roles: [], name: '' };
    throw error;
  }
}
