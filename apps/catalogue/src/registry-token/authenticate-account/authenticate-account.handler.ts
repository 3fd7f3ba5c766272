import { queryHandler, respond } from '@kushk/broker';
import { registryTokens } from '@kushk/contracts';
import { hashCredential } from '@kushk/credentials';
import { refuse } from '@kushk/decider';
import { CONFIG, now, realNow, type Config } from '@kushk/runtime';
import { timingSafeEqual } from 'node:crypto';
import { KeyUses } from '../../key/key-uses.js';
import { isUsable } from '../../key/key-validity.js';
import { Keys } from '../../key/keys.view.js';

/** Authenticates who asks for a token of the registry: a publisher by its id and a key, or the operator's account. */
export const AuthenticateAccountHandler = queryHandler(
  registryTokens.authenticateAccount,
  { keys: Keys, uses: KeyUses, config: CONFIG },
  async ({ user, secret_hash: hash }, { keys, uses, config }) => {
    if (config.containers.registryTokenKey === null) return refuse('registry.not_found');
    if (isOperator(config, user, hash)) return respond({ account: { kind: 'operator' } });
    const found = await keys.byHash(hash);
    const at = realNow();
    if (found?.publisher.stream_id !== user || !isUsable(found.key, { purpose: 'registry', at }))
      return refuse('auth.registry_account_invalid');
    uses.record(found.key.id, now());
    return respond({ account: { kind: 'publisher', publisher_id: user, key_id: found.key.id } });
  },
);

function isOperator({ peppers, containers }: Config, user: string, hash: string): boolean {
  const { registryUser, registryPassword } = containers;
  if (registryUser === '' || registryPassword === '' || user !== registryUser) return false;
  const given = Buffer.from(hash);
  return peppers.some((pepper) => {
    const expected = Buffer.from(hashCredential(pepper, registryPassword));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
