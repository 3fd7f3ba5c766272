import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Identity, PersonSession, PersonSessionFact } from './person-session.js';

export interface EndTokens extends Identity {
  /** When the provider signed the person out: tokens that were issued before are no longer accepted. */
  readonly at: string;
}

/** Ends the tokens of a person. A repeated logout token ends none that was issued after it. */
export function endTokens(
  { issuer, subject, at }: EndTokens,
  tokens: PersonSession,
): Decision<readonly PersonSessionFact[], null> {
  const ended: PersonSessionFact = {
    type: 'PersonSessionEnded',
    data: { issuer, subject, reason: 'signed_out_at_provider', at },
  };
  switch (tokens.status) {
    case 'absent':
    case 'active':
      return accept([ended], null);
    case 'ended':
      return accept(Date.parse(tokens.endedAt) < Date.parse(at) ? [ended] : [], null);
    default:
      return unreachable(tokens);
  }
}
