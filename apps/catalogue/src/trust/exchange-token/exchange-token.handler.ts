import { commandHandler } from '@kushk/broker';
import { catalogueTrusts } from '@kushk/contracts';
import { hashCredential, last4, newCredential } from '@kushk/credentials';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, log, realNow } from '@kushk/runtime';
import { keyStream } from '../../key/key.js';
import { matchesClaims } from '../claim-pattern.js';
import { isInForce, trustStream, type ActiveTrust } from '../trust.js';
import { exchangeToken } from './exchange-token.js';
import { keyIdOf, provenanceClaims } from './token-claims.js';
import { TokenVerifier } from './token-verifier.client.js';

export const ExchangeTokenHandler = commandHandler(
  catalogueTrusts.exchangeToken,
  { config: CONFIG, store: EventStore, verifier: TokenVerifier },
  async ({ trust: trustId, token }, { config, store, verifier }, { run }) => {
    const { state: trust } = await store.load(streamRef(trustStream, trustId));
    if (!isInForce(trust, realNow())) return refuse('auth.exchange_refused');
    const claims = await claimsOf(token, trust, verifier).catch((err: unknown) => {
      log.info({ err, trust_id: trustId }, 'token exchange refused');
      return null;
    });
    if (claims === null) return refuse('auth.exchange_refused');
    const secret = newCredential('kp');
    const outcome = await run({
      name: 'ExchangeToken',
      streams: {
        trust: streamRef(trustStream, trustId),
        key: streamRef(keyStream, keyIdOf(trust.issuer, claims['jti'], token)),
      },
      command: {
        trustId,
        hash: hashCredential(config.peppers[0], secret),
        last4: last4(secret),
        claims: provenanceClaims(claims, Object.keys(trust.claims)),
        at: realNow().toISOString(),
      },
      decide: (command, states) => exchangeToken(command, states),
    });
    return outcome.accepted ? { ...outcome, reply: { key: secret, ...outcome.reply } } : outcome;
  },
);

async function claimsOf(
  token: string,
  trust: ActiveTrust,
  verifier: TokenVerifier,
): Promise<Readonly<Record<string, unknown>>> {
  const claims = await verifier.verify(token, trust);
  if (!matchesClaims(trust.claims, claims)) throw new Error('the claims do not match the trust');
  return claims;
}
