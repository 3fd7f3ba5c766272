import type { FastifyRequest } from 'fastify';
import { catalogue, workspace, workspaceSessions, type InstanceRole, type SignIn } from '@kushk/contracts';
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
import { bearerToken, type Authenticator } from './authenticator.js';
import type { SignInClient } from './sign-in.client.js';

const REFUSAL = 'auth.token_invalid';
const ORGANISATION_ID = /^[\w-]{1,64}$/;

function identify(signIn: SignInClient, request: FastifyRequest): Promise<SignIn> {
  return signIn.identify(bearerToken(request, REFUSAL));
}

/**
 * Authenticates staff of the operator. The token identifies the person; the person's roles are read from the
 * catalogue on every request.
 */
export class StaffAuthenticator implements Authenticator {
  constructor(private readonly signIn: SignInClient) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<StaffCaller>> {
    const { issuer, subject } = await identify(this.signIn, request);
    const { reply } = await send(catalogue.authenticateStaff, { issuer, subject });
    return {
      caller: reply,
      actor: { kind: 'staff', subject: reply.subject, roles: reply.roles, name: reply.name },
      name: `staff:${reply.subject}`,
    };
  }
}

/**
 * Authenticates people of an organisation. The token identifies the person; the organisation and the role come from
 * the workspace. A person of several organisations selects one with `Service-Organisation`.
 */
export class PersonAuthenticator implements Authenticator {
  constructor(private readonly signIn: SignInClient) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PersonCaller>> {
    const named = request.headers['service-organisation'] ?? null;
    if (named !== null && (typeof named !== 'string' || !ORGANISATION_ID.test(named)))
      throw Refused.with('request.malformed', { reason: 'Service-Organisation is not an id' });
    const identity = await identify(this.signIn, request);
    const { reply } = await send(workspace.authenticatePerson, { ...identity, organisation_id: named });
    const { organisation, person, session_id: sessionId = null } = reply;
    return {
      caller: { organisation, person, signIn: callerSignIn(request, identity, sessionId) },
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
}

/**
 * Authenticates people of this instance for their own sessions, whichever organisations they belong to. Staff of the
 * instance have sessions, too.
 */
export class SignedInAuthenticator implements Authenticator {
  constructor(private readonly signIn: SignInClient) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<SignedInCaller>> {
    const identity = await identify(this.signIn, request);
    await send(workspaceSessions.authenticateSignIn, identity);
    return {
      caller: { signIn: callerSignIn(request, identity, null) },
      actor: { kind: 'system' },
      name: `signed_in:${identity.issuer} ${identity.subject}`,
    };
  }
}

/** The longest `User-Agent` that is stored; the rest is cut off. */
const USER_AGENT_MAX = 300;

function callerSignIn(request: FastifyRequest, signIn: SignIn, sessionId: string | null): CallerSignIn {
  return { ...signIn, sessionId, userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null };
}

/**
 * Authenticates the platform staff of this instance. The token identifies the person; the roles are read from the
 * workspace on every request.
 */
export class PlatformStaffAuthenticator implements Authenticator {
  constructor(private readonly signIn: SignInClient) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PlatformStaffCaller>> {
    const identity = await identify(this.signIn, request);
    const { reply } = await send(workspace.authenticateStaff, { ...identity });
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
  private readonly people: PersonAuthenticator;

  constructor(
    private readonly signIn: SignInClient,
    private readonly environment: { readonly production: boolean },
  ) {
    this.people = new PersonAuthenticator(signIn);
  }

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PurchaserCaller>> {
    const identity = await identify(this.signIn, request);
    const { roles, name } = await platformStaffOf(identity, send);
    const mayPurchase = roles.includes('billing');
    if (!mayPurchase && !this.environment.production) return await this.authenticateAdmin(request, send);
    const { subject } = identity;
    return {
      caller: { organisationId: null, by: `staff:${subject}`, mayPurchase },
      actor: { kind: 'staff', subject, roles, name },
      name: `platform_staff:${subject}`,
    };
  }

  private async authenticateAdmin(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PurchaserCaller>> {
    const authenticated = await this.people.authenticate(request, send);
    const { organisation, person } = authenticated.caller;
    const mayPurchase = person.role === 'admin';
    return { ...authenticated, caller: { organisationId: organisation.id, by: person.id, mayPurchase } };
  }
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
