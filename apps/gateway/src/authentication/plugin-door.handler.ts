import type { FastifyRequest } from 'fastify';
import { ServiceFailed } from '@kushk/broker';
import { installation, workspace, type AuthenticatedInstallation, type TokenAnswer } from '@kushk/contracts';
import { checkCredential, hashCredential, openHandle, type HandleClaims, type SealingKey } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import { now } from '@kushk/runtime';
import type { Ask } from '../http/route.js';
import type { Behalf, Entered, PluginCaller } from './caller.js';
import { bearerToken, type Door } from './door.js';
import type { OneQuestionForMany } from './one-question-for-many.js';

export interface TokenQuestion {
  readonly token_hash: string;
  readonly installation_id: string;
}
/** Asks the installation service about many tokens at once. */
export type TokenQuestions = OneQuestionForMany<TokenQuestion, TokenAnswer>;

/**
 * Plugins: an installation token of the installation in the path, with `Service-Handle` on behalf of a person; or the
 * handle of a page alone, from the origin it was sealed for (contract §2, §8). Who is behind a handle is asked on
 * every use, so that a removal or a change of role counts at once.
 */
export class PluginDoor implements Door {
  constructor(
    private readonly settings: { readonly pepper: Buffer; readonly sealingKeys: readonly SealingKey[] },
    private readonly tokens: TokenQuestions,
  ) {}

  async enter(request: FastifyRequest, ask: Ask): Promise<Entered<PluginCaller>> {
    const installationId = (request.params as Readonly<Record<string, string>>)['installation_id'] ?? '';
    const bearer = bearerToken(request, 'auth.token_invalid');
    if (bearer.startsWith('kh_')) return this.enterByHandle(request, bearer, installationId, ask);
    if (!checkCredential('ki', bearer)) throw Refused.with('auth.token_invalid');
    const question = { token_hash: hashCredential(this.settings.pepper, bearer), installation_id: installationId };
    const found = await this.tokens.ask(`${question.token_hash} ${installationId}`, question);
    if (found === 'unreadable') throw new ServiceFailed('installation');
    if (found === null || found.installation.installation_id !== installationId)
      throw Refused.with('auth.token_invalid');
    const handle = request.headers['service-handle'];
    if (handle === undefined) return entered(found, null);
    const claims = await this.open(handle, installationId);
    if (claims.organisation_id !== found.organisation_id) throw Refused.with('auth.handle_invalid');
    await confirmPerson(claims, ask);
    return entered(found, { personId: claims.person_id, alone: false, readOnly: claims.read_only });
  }

  private async enterByHandle(
    request: FastifyRequest,
    handle: string,
    installationId: string,
    ask: Ask,
  ): Promise<Entered<PluginCaller>> {
    const claims = await this.open(handle, installationId);
    if (claims.purpose !== 'page' || claims.origin === null || request.headers.origin !== claims.origin)
      throw Refused.with('auth.handle_invalid');
    const [{ reply: found }] = await Promise.all([
      ask(installation.getForHandle, { installation_id: installationId }),
      confirmPerson(claims, ask),
    ]);
    if (found.organisation_id !== claims.organisation_id) throw Refused.with('auth.handle_invalid');
    return entered(found, { personId: claims.person_id, alone: true, readOnly: claims.read_only });
  }

  private async open(handle: unknown, installationId: string): Promise<HandleClaims> {
    const claims = await openHandle(this.settings.sealingKeys, handle, now());
    if (claims === null || claims.installation_id !== installationId) throw Refused.with('auth.handle_invalid');
    return claims;
  }
}

async function confirmPerson({ organisation_id, person_id }: HandleClaims, ask: Ask): Promise<void> {
  try {
    await ask(workspace.getPerson, { organisation_id, person_id });
  } catch (error) {
    if (error instanceof Refused && error.code.endsWith('not_found')) throw Refused.with('auth.handle_invalid');
    throw error;
  }
}

function entered(
  { organisation_id, installation: found, secret_settings }: AuthenticatedInstallation,
  behalf: Behalf | null,
): Entered<PluginCaller> {
  const { installation_id, plugin_id } = found;
  return {
    caller: { organisationId: organisation_id, installation: found, secretSettings: secret_settings, behalf },
    actor: { kind: 'plugin', installation_id, organisation_id, plugin_id, on_behalf_of: behalf?.personId ?? null },
    name: `installation:${installation_id}`,
  };
}
