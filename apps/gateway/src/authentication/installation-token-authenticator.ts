import type { FastifyRequest } from 'fastify';
import { installation, workspace, type AuthenticatedInstallation } from '@kushk/contracts';
import { checkCredential, hashCredential, openHandle, type HandleClaims, type SealingKey } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import { now } from '@kushk/runtime';
import type { SendRequest } from '../http/route.js';
import { bearerToken, type Authenticator } from './authenticator.js';
import type { Authenticated, OnBehalfOf, PluginCaller } from './caller.js';
import type { LoadToken } from './token-loader.js';

/**
 * Authenticates plugins by one of two credentials (docs/reference/wire-formats.md, Handles).
 * 1. The token of the installation in the path. When the plugin acts for a person, it also sends a `Service-Handle`
 * header.
 * 2. The handle of a page alone. It is accepted only from the origin that the handle was sealed for.
 * The person of a handle is looked up on each use, so that a removal or a change of role applies at once.
 */
export class InstallationTokenAuthenticator implements Authenticator {
  constructor(
    private readonly keys: { readonly pepper: Buffer; readonly sealingKeys: readonly SealingKey[] },
    private readonly loadToken: LoadToken,
  ) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PluginCaller>> {
    const installationId = (request.params as Readonly<Record<string, string>>)['installation_id'] ?? '';
    const bearer = bearerToken(request, 'auth.token_invalid');
    if (bearer.startsWith('kh_')) {
      const claims = await this.open(bearer, installationId);
      return authenticateByHandle(claims, request.headers.origin, send);
    }
    const tokenHash = hashCredential(this.keys.pepper, bearer);
    const found = await this.installationOf(bearer, tokenHash, installationId);
    const handle = request.headers['service-handle'];
    if (handle === undefined) return authenticated(found, { tokenHash, onBehalfOf: null });
    try {
      const claims = await this.open(handle, installationId);
      if (claims.organisation_id !== found.organisation_id) throw Refused.with('auth.handle_invalid');
      await confirmPerson(claims, send);
      const onBehalfOf = { personId: claims.person_id, handleOnly: false, readOnly: claims.read_only };
      return authenticated(found, { tokenHash, onBehalfOf });
    } catch (error) {
      // The token is valid, so a handle that has expired is no attempt to guess a credential.
      if (error instanceof Refused && error.code === 'auth.handle_invalid')
        return { ...authenticated(found, { tokenHash, onBehalfOf: null }), rejection: error };
      throw error;
    }
  }

  private async installationOf(
    token: string,
    token_hash: string,
    installationId: string,
  ): Promise<AuthenticatedInstallation> {
    if (!checkCredential('ki', token)) throw Refused.with('auth.token_invalid');
    const found = await this.loadToken({ token_hash, installation_id: installationId });
    if (found === null || found.installation.installation_id !== installationId)
      throw Refused.with('auth.token_invalid');
    return found;
  }

  private async open(handle: unknown, installationId: string): Promise<HandleClaims> {
    const claims = await openHandle(this.keys.sealingKeys, handle, now());
    if (claims === null || claims.installation_id !== installationId) throw Refused.with('auth.handle_invalid');
    return claims;
  }
}

async function authenticateByHandle(
  claims: HandleClaims,
  origin: string | undefined,
  send: SendRequest,
): Promise<Authenticated<PluginCaller>> {
  if (claims.purpose !== 'page' || claims.origin === null || origin !== claims.origin)
    throw Refused.with('auth.handle_invalid');
  const [{ reply: found }] = await Promise.all([
    send(installation.getForHandle, { installation_id: claims.installation_id }),
    confirmPerson(claims, send),
  ]);
  if (found.organisation_id !== claims.organisation_id) throw Refused.with('auth.handle_invalid');
  const onBehalfOf = { personId: claims.person_id, handleOnly: true, readOnly: claims.read_only };
  return authenticated(found, { tokenHash: null, onBehalfOf });
}

async function confirmPerson({ organisation_id, person_id }: HandleClaims, send: SendRequest): Promise<void> {
  try {
    await send(workspace.getPerson, { organisation_id, person_id });
  } catch (error) {
    if (error instanceof Refused && error.code.endsWith('not_found')) throw Refused.with('auth.handle_invalid');
    throw error;
  }
}

function authenticated(
  { organisation_id, installation: found }: AuthenticatedInstallation,
  { tokenHash, onBehalfOf }: { readonly tokenHash: string | null; readonly onBehalfOf: OnBehalfOf | null },
): Authenticated<PluginCaller> {
  const { installation_id, plugin_id } = found;
  return {
    caller: { organisationId: organisation_id, installation: found, tokenHash, onBehalfOf },
    actor: { kind: 'plugin', installation_id, organisation_id, plugin_id, on_behalf_of: onBehalfOf?.personId ?? null },
    name: `installation:${installation_id}`,
  };
}
