import type { FastifyRequest } from 'fastify';
import { catalogue, workspace } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { Ask } from '../http/route.js';
import type { Entered, PersonCaller, PlatformAdminCaller, StaffCaller } from './caller.js';
import { bearerToken, type Door } from './door.js';
import type { Identity, SignIn } from './sign-in.handler.js';

const REFUSAL = 'auth.token_invalid';
const ORGANISATION_ID = /^[\w-]{1,64}$/;

/** Our own credentials never reach the sign-in provider's checks. */
function identify(signIn: SignIn, request: FastifyRequest): Promise<Identity> {
  return signIn.identify(bearerToken(request, REFUSAL));
}

/** Staff of the operator: the token says who, the catalogue says in which roles, on every request. */
export class StaffDoor implements Door {
  constructor(private readonly signIn: SignIn) {}

  async enter(request: FastifyRequest, ask: Ask): Promise<Entered<StaffCaller>> {
    const identity = await identify(this.signIn, request);
    const { reply } = await ask(catalogue.authenticateStaff, { ...identity });
    return {
      caller: reply,
      actor: { kind: 'staff', subject: reply.subject, roles: reply.roles },
      name: `staff:${reply.subject}`,
    };
  }
}

/** People of an organisation: the token says who, the workspace says where and as what. `Service-Organisation` names one of several. */
export class PersonDoor implements Door {
  constructor(
    private readonly signIn: SignIn,
    private readonly platformAdmins: readonly string[],
  ) {}

  async enter(request: FastifyRequest, ask: Ask): Promise<Entered<PersonCaller>> {
    const named = request.headers['service-organisation'] ?? null;
    if (named !== null && (typeof named !== 'string' || !ORGANISATION_ID.test(named)))
      throw Refused.with('request.malformed', { reason: 'Service-Organisation is not an id' });
    const identity = await identify(this.signIn, request);
    const { reply } = await ask(workspace.authenticatePerson, { ...identity, organisation_id: named });
    const { organisation, person } = reply;
    return {
      caller: { organisation, person, platformAdmin: this.platformAdmins.includes(identity.subject) },
      actor: { kind: 'person', person_id: person.id, organisation_id: organisation.id, role: person.role },
      name: `person:${person.id}`,
    };
  }
}

/** Who administers the platform of this instance, by its configuration. */
export class PlatformAdminDoor implements Door {
  constructor(
    private readonly signIn: SignIn,
    private readonly platformAdmins: readonly string[],
  ) {}

  async enter(request: FastifyRequest): Promise<Entered<PlatformAdminCaller>> {
    const identity = await identify(this.signIn, request);
    if (!this.platformAdmins.includes(identity.subject))
      throw Refused.with('auth.role_missing', { required: ['platform_admin'] });
    return { caller: identity, actor: { kind: 'system' }, name: `platform_admin:${identity.subject}` };
  }
}
