import { randomUUID } from 'node:crypto';
import { queryHandler, respond } from '@kushk/broker';
import { registryTokens } from '@kushk/contracts';
import { REGISTRY_TOKEN_SECONDS, RegistryTokenSigner } from '@kushk/credentials';
import { refuse } from '@kushk/decider';
import { CONFIG, realNow } from '@kushk/runtime';
import { grantedAccess } from '../registry-access.js';

/** Issues a token for the registry to an account that is authenticated. */
export const IssueTokenHandler = queryHandler(
  registryTokens.issueToken,
  { config: CONFIG },
  async ({ account, scopes }, { config: { registryUrl, containers } }) => {
    const { registryTokenKey: key } = containers;
    if (key === null || registryUrl === '') return refuse('registry.not_found');
    const at = realNow();
    const token = await new RegistryTokenSigner(key).sign({
      subject: account.kind === 'operator' ? 'operator' : account.publisher_id,
      access: grantedAccess(account, scopes, registryUrl),
      id: randomUUID(),
      at,
    });
    return respond({ token, expires_in: REGISTRY_TOKEN_SECONDS, issued_at: at.toISOString() });
  },
);
