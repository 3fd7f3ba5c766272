/**
 * One reservation of MU. It is a stream of its own, so that the wallet's state stays small however many holds
 * are open; a command over a hold always names its wallet too, and both change in one commit.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type HoldFact =
  | Fact<
      'HoldPlaced',
      {
        installationId: string;
        organisationId: string;
        holdId: string;
        service: string;
        count: number;
        rateMicroMu: string;
        microMu: string;
        reference: string | null;
        placedAt: string;
        expiresAt: string;
        settleUntil: string;
      }
    >
  | Fact<'HoldSettled', { count: number; chargedMicroMu: string; releasedMicroMu: string; late: boolean; at: string }>
  | Fact<'HoldReleased', { releasedMicroMu: string; at: string }>
  | Fact<
      'HoldExpired',
      {
        installationId: string;
        organisationId: string;
        holdId: string;
        service: string;
        releasedMicroMu: string;
        at: string;
      }
    >;

export interface Placed {
  readonly installationId: string;
  readonly organisationId: string;
  readonly holdId: string;
  readonly service: string;
  readonly count: number;
  readonly rateMicroMu: string;
  readonly microMu: string;
  readonly reference: string | null;
  readonly placedAt: string;
  readonly expiresAt: string;
  readonly settleUntil: string;
}
export type Hold =
  { readonly status: 'absent' } | ({ readonly status: 'open' | 'expired' | 'settled' | 'released' } & Placed);
export type ExistingHold = Exclude<Hold, { status: 'absent' }>;

export const holdStream: StreamType<Hold, HoldFact> = {
  category: 'hold',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

/** Id of a hold's stream: a hold of another installation is thereby simply absent. */
export function holdKey(installationId: string, holdId: string): string {
  return `${installationId}/${holdId}`;
}

function evolve(hold: Hold, fact: HoldFact): Hold {
  if (fact.type === 'HoldPlaced') return { status: 'open', ...fact.data };
  if (hold.status === 'absent') return hold;
  switch (fact.type) {
    case 'HoldSettled':
      return { ...hold, status: 'settled' };
    case 'HoldReleased':
      return { ...hold, status: 'released' };
    case 'HoldExpired':
      return { ...hold, status: 'expired' };
    default:
      return unreachable(fact);
  }
}
