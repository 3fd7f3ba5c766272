import type { FastifyRequest } from 'fastify';
import { catalogue, workspace, type InstanceRole } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import type { Authenticated, PersonCaller, PlatformStaffCaller, PurchaserCaller, StaffCaller } from './caller.js';
import { bearerToken, type Authenticator } from './authenticator.js';
import type { Identity, SignInClient } from './sign-in.client.js';

const REFUSAL = 'auth.token_invalid';
const ORGANISATION_ID = /^[\w-]{1,64}$/;

function identify(signIn: SignInClient, request: FastifyRequest): Promise<Identity> {
  return signIn.identify(bearerToken(request, REFUSAL));
}

/**
 * Authenticates staff of the operator. The token identifies the person; the person's roles are read from the
 * catalogue on every request.
 */
export class StaffAuthenticator implements Authenticator {
  constructor(private readonly signIn: SignInClient) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<StaffCaller>> {
    const identity = await identify(this.signIn, request);
    const { reply } = await send(catalogue.authenticateStaff, { ...identity });
    return {
      caller: reply,
      actor: { kind: 'staff', subject: reply.subject, roles: reply.roles },
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
    const { organisation, person } = reply;
    return {
      caller: { organisation, person },
      actor: { kind: 'person', person_id: person.id, organisation_id: organisation.id, role: person.role },
      name: `person:${person.id}`,
    };
  }
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
      caller: { ...identity, roles: reply.roles },
      actor: { kind: 'staff', subject: reply.subject, roles: reply.roles },
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
    const roles = await platformRolesOf(identity, send);
    const mayPurchase = roles.includes('billing');
    if (!mayPurchase && !this.environment.production) return await this.authenticateAdmin(request, send);
    const { subject } = identity;
    return {
      caller: { organisationId: null, by: `staff:${subject}`, mayPurchase },
      actor: { kind: 'staff', subject, roles },
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

/** Returns the roles of a person as platform staff; none for a person who is not on the staff. */
async function platformRolesOf(identity: Identity, send: SendRequest): Promise<readonly InstanceRole[]> {
  try {
    const { reply } = await send(workspace.authenticateStaff, { ...identity });
    return reply.roles;
  } catch (error) {
    if (error instanceof Refused && error.code === 'auth.role_missing') return [];
    throw error;
  }
}
