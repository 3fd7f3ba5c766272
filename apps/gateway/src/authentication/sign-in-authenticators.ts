import type { FastifyRequest } from 'fastify';
import { catalogue, workspace } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import type { Authenticated, PersonCaller, PlatformAdminCaller, StaffCaller } from './caller.js';
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
  constructor(
    private readonly signIn: SignInClient,
    private readonly platformAdmins: readonly string[],
  ) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PersonCaller>> {
    const named = request.headers['service-organisation'] ?? null;
    if (named !== null && (typeof named !== 'string' || !ORGANISATION_ID.test(named)))
      throw Refused.with('request.malformed', { reason: 'Service-Organisation is not an id' });
    const identity = await identify(this.signIn, request);
    const { reply } = await send(workspace.authenticatePerson, { ...identity, organisation_id: named });
    const { organisation, person } = reply;
    return {
      caller: { organisation, person, platformAdmin: this.platformAdmins.includes(identity.subject) },
      actor: { kind: 'person', person_id: person.id, organisation_id: organisation.id, role: person.role },
      name: `person:${person.id}`,
    };
  }
}

/** Authenticates the platform administrators of this instance, who are listed in its configuration. */
export class PlatformAdminAuthenticator implements Authenticator {
  constructor(
    private readonly signIn: SignInClient,
    private readonly platformAdmins: readonly string[],
  ) {}

  async authenticate(request: FastifyRequest): Promise<Authenticated<PlatformAdminCaller>> {
    const identity = await identify(this.signIn, request);
    if (!this.platformAdmins.includes(identity.subject))
      throw Refused.with('auth.role_missing', { required: ['platform_admin'] });
    return { caller: identity, actor: { kind: 'system' }, name: `platform_admin:${identity.subject}` };
  }
}
