/** What a token for the registry grants: of what a client asks for, what its account may do. */
import type { RegistryAccount } from '@kushk/contracts';
import type { RegistryAccess } from '@kushk/credentials';
import { unreachable } from '@kushk/decider';
import { isRepository, publisherPath } from '../image/image-reference.js';

/** A push asks for its repository, and for those from which it mounts layers. */
const MAX_SCOPES = 32;

/**
 * `scopes` are `repository:<name>:<actions>`. What is not understood or not allowed is left out, because the registry
 * itself rejects what the token does not grant. Nobody may delete: instances pull by digest what was reviewed.
 */
export function grantedAccess(
  account: RegistryAccount,
  scopes: readonly string[],
  registryUrl: string,
): readonly RegistryAccess[] {
  return scopes.slice(0, MAX_SCOPES).flatMap((scope) => {
    const [, name = '', requested = ''] = /^repository:([^:]+):([a-z*,]+)$/.exec(scope) ?? [];
    if (!isRepository(name)) return [];
    const allowed = allowedActions(account, name, registryUrl);
    const actions = allowed.filter((action) => requested.split(',').includes(action));
    return actions.length === 0 ? [] : [{ type: 'repository' as const, name, actions }];
  });
}

function allowedActions(account: RegistryAccount, name: string, registryUrl: string): readonly ('pull' | 'push')[] {
  switch (account.kind) {
    case 'operator':
      return ['pull'];
    case 'publisher':
      return name.startsWith(publisherPath(account.publisher_id, registryUrl)) ? ['pull', 'push'] : [];
    default:
      return unreachable(account);
  }
}
