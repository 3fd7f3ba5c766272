/**
 * The actions that each wallet status allows, in one table. A new status needs a row here: without it, `allows` does
 * not accept a `Wallet`, so every decision about a wallet fails to compile.
 */
import { refuse, type Refused } from '@kushk/decider';
import type { Wallet } from './wallet.js';

/**
 * A reaction ignores an action that the status does not allow, because no caller waits for a reply. A request is
 * rejected.
 */
type Ignorable = 'allow' | 'ignore';
type Refusable = 'allow' | Refused;
/** A repeated request changes nothing: it is accepted without a fact. */
type Repeatable = Refusable | 'ignore';
interface StatusRules {
  readonly open: Ignorable;
  readonly changePrices: Ignorable;
  readonly close: Ignorable;
  readonly grant: Refusable;
  /** The actions of an admin: revoke or reverse MU, set a budget or a threshold. */
  readonly administer: Refusable;
  readonly freeze: Repeatable;
  readonly unfreeze: Repeatable;
  /** Adds MU that a removed installation of the plugin has left. */
  readonly carryIn: Ignorable;
  /** The actions that charge or reserve MU: consume MU, place a hold, or settle a hold. */
  readonly charge: Refusable;
  /** The actions that return the MU of a hold. They are also allowed in a closed wallet. */
  readonly returnHeldMu: Refusable;
}
type RefusableAction = {
  [Action in keyof StatusRules]: StatusRules[Action] extends Ignorable ? never : Action;
}[keyof StatusRules];
type RepeatableAction = 'freeze' | 'unfreeze';

const rulesByStatus = {
  absent: {
    open: 'allow',
    changePrices: 'ignore',
    close: 'ignore',
    grant: refuse('installation.not_found'),
    administer: refuse('installation.not_found'),
    freeze: refuse('installation.not_found'),
    unfreeze: refuse('installation.not_found'),
    carryIn: 'ignore',
    charge: refuse('wallet.not_found'),
    returnHeldMu: refuse('wallet.not_found'),
  },
  open: {
    open: 'ignore',
    changePrices: 'allow',
    close: 'allow',
    grant: 'allow',
    administer: 'allow',
    freeze: 'allow',
    unfreeze: 'ignore',
    carryIn: 'allow',
    charge: 'allow',
    returnHeldMu: 'allow',
  },
  frozen: {
    open: 'ignore',
    changePrices: 'allow',
    close: 'allow',
    grant: 'allow',
    administer: 'allow',
    freeze: 'ignore',
    unfreeze: 'allow',
    carryIn: 'allow',
    charge: refuse('wallet.frozen'),
    returnHeldMu: 'allow',
  },
  closed: {
    open: 'ignore',
    changePrices: 'ignore',
    close: 'ignore',
    grant: refuse('wallet.closed'),
    administer: refuse('wallet.closed'),
    freeze: refuse('wallet.closed'),
    unfreeze: refuse('wallet.closed'),
    carryIn: 'ignore',
    charge: refuse('wallet.closed'),
    returnHeldMu: 'allow',
  },
} as const satisfies Readonly<Record<string, StatusRules>>;

type RulesByStatus = typeof rulesByStatus;
/** A wallet whose status has rules. */
type WalletWithRules = Extract<Wallet, { status: keyof RulesByStatus }>;
type WalletWithRule<Action extends keyof StatusRules, Rule extends 'allow' | 'ignore'> = {
  [Status in keyof RulesByStatus]: RulesByStatus[Status][Action] extends Rule
    ? Extract<Wallet, { status: Status }>
    : never;
}[keyof RulesByStatus];
/** A wallet whose status allows the action. */
export type WalletAllowing<Action extends keyof StatusRules> = WalletWithRule<Action, 'allow'>;

export function allows<Action extends keyof StatusRules>(
  wallet: WalletWithRules,
  action: Action,
): wallet is WalletWithRules & WalletAllowing<Action> {
  return rulesByStatus[wallet.status][action] === 'allow';
}

/** Whether the action would repeat what the wallet is already. */
export function ignores<Action extends RepeatableAction>(
  wallet: WalletWithRules,
  action: Action,
): wallet is WalletWithRules & WalletWithRule<Action, 'ignore'> {
  return rulesByStatus[wallet.status][action] === 'ignore';
}

/** Returns the rejection of an action that the status of the wallet does not allow. */
export function refusalOf(wallet: WalletWithRules, action: RefusableAction): Refused {
  const rule = rulesByStatus[wallet.status][action];
  if (rule === 'allow' || rule === 'ignore') throw new Error(`a wallet that is ${wallet.status} ${rule}s ${action}`);
  return rule;
}
