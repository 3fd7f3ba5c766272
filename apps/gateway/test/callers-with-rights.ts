/** Callers of every kind, each request with a credential of its own, whose rights a test takes away. */
import {
  catalogue,
  KEY_SCOPES,
  catalogueMembers,
  catalogueSessions,
  HUB_ROLES,
  installation,
  INSTANCE_ROLES,
  workspace,
  workspaceSessions,
} from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { SCOPES } from '@kushk/manifest';
import type { Route } from '../src/http/route.js';
import { newCookieToken } from '../src/session/session-cookies.js';
import { accepted, refused } from './outcomes.js';
import { sealedHandle } from './sealed-handle.js';
import type { GatewayUnderTest } from './start-gateway.js';

export type GatewayRole = 'hub' | 'instance';
/** What all callers have lost: their roles and scopes, or every right, because their credentials have ended. */
export type Loss = 'nothing' | 'roles' | 'everything';
export interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly installationId: string;
}

const PAGE_ORIGIN = 'https://pages.test';
const ORIGINS = { hub: 'http://hub.test', instance: 'http://instance.test' };
const AT = '2026-01-01T00:00:00.000Z';
/** All scopes, and the one that the smallest body of a proposal needs. */
const scopes = [...SCOPES, 'proposals.x'];
const organisation = { id: 'org_1', name: 'Org', created_at: AT };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export class CallersWithRights {
  loss: Loss = 'nothing';
  /** Whom the gateway has authenticated. */
  readonly authenticated = new Set<string>();
  private count = 0;

  private constructor(
    private readonly gateway: GatewayUnderTest,
    private readonly role: GatewayRole,
  ) {}

  /** Replies to what a gateway requests to authenticate its callers. */
  static async of(gateway: GatewayUnderTest, role: GatewayRole): Promise<CallersWithRights> {
    const callers = new CallersWithRights(gateway, role);
    await (role === 'hub' ? callers.respondToHub() : callers.respondToInstance());
    return callers;
  }

  /** Returns new credentials, one of each kind that identifies callers of the route. */
  async credentialsFor({ callerKind }: Pick<Route, 'callerKind'>): Promise<readonly Credential[]> {
    const n = (this.count += 1);
    if (callerKind === 'publisher') return [{ name: 'key', headers: bearer(newCredential('kp')), installationId: '' }];
    if (callerKind === 'plugin')
      return await Promise.all(
        (['token', 'both', 'handle'] as const).map(async (name) => {
          const installationId = `ins_${name}_${n}`;
          const claims = { installation_id: installationId, person_id: installationId, origin: PAGE_ORIGIN };
          const [token, handle] = [bearer(newCredential('ki')), await sealedHandle(claims)];
          const both = { ...token, 'service-handle': handle };
          const headers = { token, both, handle: { ...bearer(handle), origin: PAGE_ORIGIN } }[name];
          return { name, installationId, headers };
        }),
      );
    const cookie = `__Host-kushk-${this.role === 'hub' ? 'hub' : 'i1'}=${newCookieToken()}`;
    return [
      { name: 'token', headers: bearer(await this.gateway.signIn.token(`sub-${n}`)), installationId: 'ins_1' },
      { name: 'session', headers: { cookie, origin: ORIGINS[this.role] }, installationId: 'ins_1' },
    ];
  }

  private async respondToHub(): Promise<void> {
    const { services } = this.gateway;
    await services.respond(catalogue.authenticateKey, ({ key_hash: id }) =>
      this.outcome(id, 'auth.publisher_key_invalid', {
        publisher: { id: 'acme', name: 'Acme' },
        key: { id, scopes: KEY_SCOPES, plugin_id: null },
      } as never),
    );
    await services.respond(catalogue.authenticateStaff, ({ subject }) =>
      this.outcome(subject, 'auth.role_missing', { subject, name: subject, roles: this.rolesOf(HUB_ROLES) }),
    );
    await services.respond(catalogueMembers.authenticateMember, ({ subject, publisher_id: id }) =>
      this.outcome(subject, 'auth.token_invalid', {
        publisher: { id, name: id },
        member: { id: subject, subject, name: subject },
      } as never),
    );
    await this.respondToSessions(catalogueSessions);
  }

  private async respondToInstance(): Promise<void> {
    const { services } = this.gateway;
    await services.respond(workspace.authenticatePerson, ({ subject: id }) => {
      const role = this.loss === 'nothing' ? 'admin' : 'member';
      const person = { id, name: id, role, created_at: AT };
      return this.outcome(id, 'auth.role_missing', { organisation, person, session_id: null } as never);
    });
    await services.respond(workspace.authenticateStaff, ({ subject }) =>
      this.outcome(subject, 'auth.role_missing', { subject, name: subject, roles: this.rolesOf(INSTANCE_ROLES) }),
    );
    await services.respond(installation.authenticateTokens, ({ tokens }) =>
      accepted({ results: tokens.map(({ installation_id: id }) => this.installationOf(id)) }),
    );
    await services.respond(workspaceSessions.checkHandles, ({ handles }) =>
      accepted({
        results: handles.map(({ person_id: name }) => (this.loss === 'everything' ? null : { name, role: 'admin' })),
      }),
    );
    await this.respondToSessions(workspaceSessions);
  }

  private async respondToSessions(sessions: typeof catalogueSessions | typeof workspaceSessions): Promise<void> {
    const { services, signIn } = this.gateway;
    await services.respond(sessions.authenticateSession, ({ session_key: id }) =>
      this.outcome(id, 'auth.token_invalid', {
        ...{ issuer: signIn.issuer, subject: id, name: id, session_id: id },
        is_use_due: false,
      }),
    );
    await services.respond(sessions.authenticateSignIn, ({ subject }) =>
      this.outcome(subject, 'auth.token_invalid', null),
    );
  }

  private outcome<Reply>(id: string, code: string, reply: Reply): Outcome<Reply> {
    this.authenticated.add(id);
    return this.loss === 'everything' ? refused(code) : accepted(reply);
  }

  private rolesOf<Role>(all: readonly Role[]): readonly Role[] {
    return this.loss === 'nothing' ? all : [];
  }

  /** With a handle, the token of an installation stays valid: only the rights of the person end. */
  private installationOf(installation_id: string) {
    this.authenticated.add(installation_id);
    if (this.loss === 'everything' && installation_id.startsWith('ins_token')) return null;
    return {
      organisation_id: organisation.id,
      installation: {
        ...{ installation_id, plugin_id: 'ir.acme.a', version: '1.0.0', status: 'installed', plugin_api: '1.0' },
        ...{
          scopes: this.rolesOf(scopes),
          scopes_pending: [],
          plan: null,
          api_base: `/i/${installation_id}/plugin/v1`,
        },
      },
      page_origin: PAGE_ORIGIN,
      call_open: false,
    } as never;
  }
}
