/**
 * A reservation of MU. Each hold is a separate stream, so that the state of the wallet stays small with any number of
 * open holds. A command on a hold always changes the wallet's stream as well, in the same commit.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** The terms of a hold, fixed when it is placed. */
export interface HoldTerms {
  readonly installationId: string;
  readonly organisationId: string;
  readonly holdId: string;
  readonly service: string;
  readonly count: number;
  readonly rateMicroMu: string;
  readonly amountMicroMu: string;
  readonly reference: string | null;
  readonly placedAt: string;
  readonly expiresAt: string;
  /** An expired hold can be settled until this time. */
  readonly settleUntil: string;
}
/** What a hold reserves, as the facts of the wallet have it. */
export function reservedUse({ service, count, rateMicroMu, reference }: HoldTerms) {
  return { service, count, rateMicroMu, reference };
}

export type HoldFact =
  | Fact<'HoldPlaced', HoldTerms>
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

export type Hold =
  | { readonly status: 'absent' }
  | ({ readonly status: 'open' } & HoldTerms)
  | ({ readonly status: 'settled' } & HoldTerms)
  | ({ readonly status: 'released' } & HoldTerms)
  | ({ readonly status: 'expired' } & HoldTerms);
export type ExistingHold = Exclude<Hold, { status: 'absent' }>;

export const holdStream: StreamType<Hold, HoldFact> = {
  category: 'hold',
  factTypes: { HoldPlaced: true, HoldSettled: true, HoldReleased: true, HoldExpired: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
  isFinal: (hold) => hold.status !== 'absent' && hold.status !== 'open',
};

/**
 * The stream id of a hold. It contains the installation id, so that an installation cannot access the hold of another
 * one.
 */
export function holdKey(installationId: string, holdId: string): string {
  return `${installationId}/${holdId}`;
}

function evolve(hold: Hold, fact: HoldFact): Hold {
  switch (hold.status) {
    case 'absent':
      return fact.type === 'HoldPlaced' ? { status: 'open', ...fact.data } : hold;
    case 'open':
      return evolveOpen(hold, fact);
    case 'expired':
      return fact.type === 'HoldSettled' ? { ...hold, status: 'settled' } : hold;
    case 'settled':
    case 'released':
      return hold;
    default:
      return unreachable(hold);
  }
}

function evolveOpen(hold: Extract<Hold, { status: 'open' }>, fact: HoldFact): Hold {
  switch (fact.type) {
    case 'HoldPlaced':
      return hold;
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
