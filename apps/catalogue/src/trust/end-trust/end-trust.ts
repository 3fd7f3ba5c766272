/** The operator ends a trust, and with it the keys that were exchanged. Ending it again changes nothing. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Trust, TrustEnded } from '../trust.js';

export interface EndTrust {
  readonly trustId: string;
  readonly publisherId: string;
  readonly at: string;
}

/** Rejects with `trust.not_found` {id}, also when the trust belongs to another publisher. */
export function endTrust({ trustId, publisherId, at }: EndTrust, trust: Trust): Decision<readonly TrustEnded[], null> {
  if (trust.status === 'absent' || trust.publisherId !== publisherId) return refuse('trust.not_found', { id: trustId });
  switch (trust.status) {
    case 'active':
      return accept([{ type: 'TrustEnded', data: { at } }], null);
    case 'ended':
      return accept([], null);
    default:
      return unreachable(trust);
  }
}
