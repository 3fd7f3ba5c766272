import type { FastifyRequest } from 'fastify';
import { catalogue, KEY_SCOPES } from '@kushk/contracts';
import { checkCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import { bearerToken, type Authenticator } from './authenticator.js';
import type { Authenticated, PublisherCaller } from './caller.js';
import { lookUpByHash, nullWhenRefused } from './hash-lookup.js';

const REFUSAL = 'auth.publisher_key_invalid';
/**
 * Twice this time is less than the request deadline, so a request that waits for one lookup and then for its own
 * still gets its response in time.
 */
const LOOKUP_DEADLINE_MS = 3_000;

/** The reach of a key for which a catalogue of the version before scopes returns none. */
const UNLIMITED = { scopes: KEY_SCOPES, plugin_id: null };

/**
 * A lookup of a key that is in flight. All requests that arrive before it ends share the `next` lookup of the same
 * key.
 */
interface LookupInFlight {
  readonly ended: Promise<void>;
  next: Promise<PublisherCaller> | null;
}

/**
 * Authenticates publisher keys. A key with a wrong prefix or checksum is rejected without a request to the catalogue.
 * Concurrent requests with the same key share lookups: while one lookup is in flight, all requests that arrive wait
 * for the next one. So a result is never older than the request that uses it, a revocation applies at once, and no
 * key waits for another key.
 */
export class PublisherKeyAuthenticator implements Authenticator {
  /** Lookups in flight, by the keyed hash of the publisher key. */
  private readonly inFlight = new Map<string, LookupInFlight>();

  constructor(private readonly peppers: readonly Buffer[]) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PublisherCaller>> {
    const key = bearerToken(request, REFUSAL, ['kp']);
    if (!checkCredential('kp', key)) throw Refused.with(REFUSAL);
    const caller = await lookUpByHash(this.peppers, key, (hash) => nullWhenRefused(REFUSAL, this.callerOf(hash, send)));
    if (caller === null) throw Refused.with(REFUSAL);
    const publisherId = caller.publisher.id;
    const { id: key_id, trust_id } = caller.key;
    return {
      caller,
      actor: {
        kind: 'publisher',
        publisher_id: publisherId,
        key_id,
        name: caller.publisher.name,
        ...(trust_id !== undefined && { trust_id }),
      },
      name: `publisher:${publisherId}`,
      // A new key for each job must not have a new rate limit.
      credential: trust_id ?? key_id,
    };
  }

  private callerOf(hash: string, send: SendRequest): Promise<PublisherCaller> {
    const current = this.inFlight.get(hash);
    if (current === undefined) return this.lookUp(hash, send);
    current.next ??= current.ended.then(() => this.lookUp(hash, send));
    return current.next;
  }

  private lookUp(hash: string, send: SendRequest): Promise<PublisherCaller> {
    const caller = send(catalogue.authenticateKey, { key_hash: hash }, { timeoutMs: LOOKUP_DEADLINE_MS }).then(
      ({ reply: { publisher, key } }) => ({ publisher, key: { ...UNLIMITED, ...key } }),
    );
    const end = (): void => {
      if (lookup.next === null) this.inFlight.delete(hash);
    };
    const lookup: LookupInFlight = { ended: caller.then(end, end), next: null };
    this.inFlight.set(hash, lookup);
    return caller;
  }
}
