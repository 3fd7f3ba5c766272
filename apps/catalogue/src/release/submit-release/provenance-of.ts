import type { Actor, Provenance } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { keyStream } from '../../key/key.js';

/**
 * Where a submission with this key comes from: the claims of the token for which the key was exchanged. They are read
 * from the key's own stream, so no request can name others. Null for every other caller.
 */
export async function provenanceOf(actor: Actor, events: Pick<EventStore, 'load'>): Promise<Provenance | null> {
  if (actor.kind !== 'publisher') return null;
  const { state: key } = await events.load(streamRef(keyStream, actor.key_id));
  if (key.status === 'absent' || key.exchange === undefined) return null;
  const { trustId: trust_id, issuer, claims, public: isPublic } = key.exchange;
  return { trust_id, issuer, claims, public: isPublic };
}
