import type { FastifyRequest } from 'fastify';
import type { HandleBearer, HandlePerson, TokenAuthentication, TokenLookup } from '@kushk/contracts';
import { checkCredential, isExpired, type HandleClaims } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import { realNow } from '@kushk/runtime';
import { bearerToken, type Authenticator } from './authenticator.js';
import type { Authenticated, OnBehalfOf, PluginCaller } from './caller.js';
import type { HandleOpener } from './handle-opener.js';
import { lookUpByHash } from './hash-lookup.js';

/** An installation that was found by its token: null when the token is not one of the installation. */
export interface FoundByToken {
  /** Null when the installation was looked up by its id. */
  readonly tokenHash: string | null;
  readonly found: TokenAuthentication;
}

export interface PluginLookups {
  /** Loads the installation of a token. Throws `auth.token_invalid` for a token with a wrong checksum. */
  readonly byToken: (token: string, installationId: string) => Promise<FoundByToken>;
  /** Loads an installation by id, or by token together with a tool call. */
  readonly installation: (lookup: TokenLookup) => Promise<TokenAuthentication>;
  /** Loads the person of a handle; null when the handle's session has ended or the person was removed. */
  readonly person: (bearer: HandleBearer) => Promise<HandlePerson | null>;
}
type FoundInstallation = Exclude<TokenAuthentication, null>;
/** A valid handle: its claims, and its person as the organisation knows the person now. */
interface ValidHandle {
  readonly claims: HandleClaims;
  readonly person: HandlePerson;
}

/**
 * Authenticates plugins by one of two credentials (docs/reference/wire-formats.md, Handles).
 * 1. The token of the installation in the path. When the plugin acts for a person, it also sends a `Service-Handle`
 * header.
 * 2. The handle of a page alone. It is accepted only from the origin that the handle was sealed for.
 * Each use of a handle looks up the person and the session, and the tool call of a tool's handle, so that the end of
 * any of them applies at once.
 */
export class InstallationTokenAuthenticator implements Authenticator {
  constructor(
    private readonly peppers: readonly Buffer[],
    private readonly handles: HandleOpener,
    private readonly load: PluginLookups,
  ) {}

  async authenticate(request: FastifyRequest): Promise<Authenticated<PluginCaller>> {
    const installationId = (request.params as Readonly<Record<string, string>>)['installation_id'] ?? '';
    const bearer = bearerToken(request, 'auth.token_invalid', ['ki', 'kh']);
    return bearer.startsWith('kh_')
      ? this.authenticatePage(request, bearer, installationId)
      : this.authenticatePlugin(bearer, { handle: request.headers['service-handle'], installationId });
  }

  private async authenticatePlugin(
    token: string,
    { handle, installationId }: { readonly handle: unknown; readonly installationId: string },
  ): Promise<Authenticated<PluginCaller>> {
    if (handle === undefined) {
      const { tokenHash, found } = await this.load.byToken(token, installationId);
      if (found === null) throw Refused.with('auth.token_invalid');
      return authenticated(found, { tokenHash, handle: null });
    }
    if (!checkCredential('ki', token)) throw Refused.with('auth.token_invalid');
    const claims = await this.openUnexpired(handle, installationId);
    const call_id = claims?.call_id ?? null;
    const [byToken, person] = await Promise.all([
      lookUpByHash(this.peppers, token, async (tokenHash) => {
        const lookup = { token_hash: tokenHash, installation_id: installationId, call_id };
        const found = await this.load.installation(lookup);
        return found === null ? null : { tokenHash, found };
      }),
      claims === null ? null : this.load.person(bearerOf(claims)),
    ]);
    if (byToken === null) throw Refused.with('auth.token_invalid');
    const { tokenHash, found } = byToken;
    if (claims !== null && person !== null && isHandleOf(claims, found))
      return authenticated(found, { tokenHash, handle: { claims, person } });
    // The token is valid, so a handle that has expired is no attempt to guess a credential.
    const rejection = Refused.with('auth.handle_invalid');
    return { ...authenticated(found, { tokenHash, handle: null }), rejection };
  }

  private async authenticatePage(
    request: FastifyRequest,
    handle: string,
    installationId: string,
  ): Promise<Authenticated<PluginCaller>> {
    const claims = await this.handles.open(handle);
    if (claims?.purpose !== 'page' || claims.installation_id !== installationId)
      throw Refused.with('auth.handle_invalid');
    const isFromPage = request.headers.origin === claims.origin;
    // The page must be able to read that its handle has expired.
    if (isFromPage) request.allowedOrigin = claims.origin;
    if (isExpired(claims, realNow())) throw Refused.with('auth.handle_invalid');
    if (!isFromPage) throw Refused.with('auth.origin_refused');
    const [found, person] = await Promise.all([
      this.load.installation({ token_hash: null, installation_id: installationId, call_id: null }),
      this.load.person(bearerOf(claims)),
    ]);
    if (found === null || person === null || !isHandleOf(claims, found)) throw Refused.with('auth.handle_invalid');
    return authenticated(found, { tokenHash: null, handle: { claims, person } });
  }

  private async openUnexpired(handle: unknown, installationId: string): Promise<HandleClaims | null> {
    const claims = await this.handles.open(handle);
    return claims === null || claims.installation_id !== installationId || isExpired(claims, realNow()) ? null : claims;
  }
}

function bearerOf({ organisation_id, person_id, session_id }: HandleClaims): HandleBearer {
  return { organisation_id, person_id, session_id };
}

/**
 * Whether the handle fits the installation as it is now: a page may have moved to another origin with a new version,
 * and a tool call may be over.
 */
function isHandleOf({ organisation_id, purpose, origin }: HandleClaims, found: FoundInstallation): boolean {
  if (organisation_id !== found.organisation_id) return false;
  switch (purpose) {
    case 'page':
      return origin !== null && origin === found.page_origin;
    case 'tool':
      return found.call_open;
  }
}

function authenticated(
  { organisation_id, installation: found }: FoundInstallation,
  { tokenHash, handle }: { readonly tokenHash: string | null; readonly handle: ValidHandle | null },
): Authenticated<PluginCaller> {
  const { installation_id, plugin_id } = found;
  const onBehalfOf: OnBehalfOf | null =
    handle === null
      ? null
      : {
          personId: handle.claims.person_id,
          handleOnly: tokenHash === null,
          readOnly: handle.claims.read_only,
          toolCallId: handle.claims.call_id,
        };
  return {
    caller: { organisationId: organisation_id, installation: found, tokenHash, onBehalfOf },
    actor: {
      kind: 'plugin',
      installation_id,
      organisation_id,
      plugin_id,
      on_behalf_of: onBehalfOf?.personId ?? null,
      on_behalf_of_name: handle?.person.name ?? null,
    },
    name: `installation:${installation_id}`,
  };
}
