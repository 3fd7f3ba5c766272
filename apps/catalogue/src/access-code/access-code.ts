/**
 * The event stream of one access code, `access_code-<code_id>`. Only the keyed hash of the code is stored. One stream
 * decides every use of the code, so parallel uses never exceed `uses`.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface CreatedAccessCode {
  readonly publisherId: string;
  readonly pluginId: string;
  readonly label: string;
  readonly hash: string;
  readonly last4: string;
  /** How many organisations may use the code; null for any number. */
  readonly uses: number | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}
interface CountedAccessCode extends CreatedAccessCode {
  readonly used: number;
}
export type AccessCode =
  | { readonly status: 'absent' }
  | (CountedAccessCode & { readonly status: 'active' })
  | (CountedAccessCode & { readonly status: 'ended'; readonly endedAt: string });

export type AccessCodeCreated = Fact<'AccessCodeCreated', CreatedAccessCode>;
export type AccessCodeUsed = Fact<'AccessCodeUsed', { readonly accessId: string; readonly at: string }>;
export type AccessCodeEnded = Fact<'AccessCodeEnded', { readonly at: string }>;
export type AccessCodeFact = AccessCodeCreated | AccessCodeUsed | AccessCodeEnded;

function evolve(state: AccessCode, fact: AccessCodeFact): AccessCode {
  if (fact.type === 'AccessCodeCreated') return { status: 'active', ...fact.data, used: 0 };
  if (state.status === 'absent') throw new Error(`${fact.type} on an access code that was never created`);
  switch (fact.type) {
    case 'AccessCodeUsed':
      return { ...state, used: state.used + 1 };
    case 'AccessCodeEnded':
      return { ...state, status: 'ended', endedAt: fact.data.at };
    default:
      return unreachable(fact);
  }
}

export const accessCodeStream: StreamType<AccessCode, AccessCodeFact> = {
  category: 'access_code',
  factTypes: { AccessCodeCreated: true, AccessCodeUsed: true, AccessCodeEnded: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};
