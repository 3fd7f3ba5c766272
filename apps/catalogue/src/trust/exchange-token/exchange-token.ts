/**
 * A CI job exchanges the token of its system for a key of ten minutes. Every refusal is the same, so that a caller
 * learns nothing about a trust.
 */
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Key, KeyIssued } from '../../key/key.js';
import { isInForce, type Trust } from '../trust.js';

/** A token that its issuer signed and whose claims match the trust. */
export interface ExchangeToken {
  readonly trustId: string;
  readonly hash: string;
  readonly last4: string;
  /** The claims that say where the job runs. */
  readonly claims: Readonly<Record<string, string>>;
  readonly at: string;
}

export const EXCHANGED_KEY_MINUTES = 10;
const MS_PER_MINUTE = 60_000;
const LABEL = 'CI';

/** The id of the key belongs to the token, so a token that was exchanged before is refused. */
export function exchangeToken(
  { trustId, hash, last4, claims, at }: ExchangeToken,
  { trust, key }: { readonly trust: Trust; readonly key: Key },
): Decision<{ readonly key: readonly KeyIssued[] }, { readonly expires_at: string }> {
  const issuedAt = new Date(at);
  if (key.status !== 'absent' || !isInForce(trust, issuedAt)) return refuse('auth.exchange_refused');
  const { publisherId, pluginId, scopes, issuer } = trust;
  const expiresAt = new Date(issuedAt.getTime() + EXCHANGED_KEY_MINUTES * MS_PER_MINUTE).toISOString();
  return accept(
    {
      key: [
        {
          type: 'KeyIssued',
          data: {
            publisherId,
            label: LABEL,
            hash,
            last4,
            issuedAt: at,
            expiresAt,
            scopes,
            pluginId,
            exchange: { trustId, issuer, claims, public: trust.public },
          },
        },
      ],
    },
    { expires_at: expiresAt },
  );
}
