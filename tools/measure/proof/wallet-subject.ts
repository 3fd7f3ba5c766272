/**
 * The decisions of the wallet service as they are built, without a database: commands are decided and their facts are
 * folded, as the command loop does. Built files are loaded, so that a planted defect can be applied to them.
 */
import { usageMonthOf } from '@kushk/contracts';
import { fold, type Decision, type Fact, type StreamType } from '@kushk/decider';
import type * as AuditModule from '../../../apps/wallet/src/entries/audit-entries/entry-audit.js';
import type * as EntryModule from '../../../apps/wallet/src/entries/entry.js';
import type * as ExpireModule from '../../../apps/wallet/src/hold/expire-hold/expire-hold.js';
import type * as HoldModule from '../../../apps/wallet/src/hold/hold.js';
import type * as PlaceModule from '../../../apps/wallet/src/hold/place-hold/place-hold.js';
import type * as ReleaseModule from '../../../apps/wallet/src/hold/release-hold/release-hold.js';
import type * as SettleModule from '../../../apps/wallet/src/hold/settle-hold/settle-hold.js';
import type * as ConsumeModule from '../../../apps/wallet/src/wallet/consume-mu/consume-mu.js';
import type * as FreezeModule from '../../../apps/wallet/src/wallet/freeze-wallet/freeze-wallet.js';
import type * as GrantModule from '../../../apps/wallet/src/wallet/grant-mu/grant-mu.js';
import type * as ReversalModule from '../../../apps/wallet/src/reversal/reversal.js';
import type * as ReverseModule from '../../../apps/wallet/src/wallet/reverse-consumption/reverse-consumption.js';
import type * as RevokeModule from '../../../apps/wallet/src/wallet/revoke-mu/revoke-mu.js';
import type * as UnfreezeModule from '../../../apps/wallet/src/wallet/unfreeze-wallet/unfreeze-wallet.js';
import type { WalletFact } from '../../../apps/wallet/src/wallet/wallet-facts.js';
import type * as StreamModule from '../../../apps/wallet/src/wallet/wallet-stream.js';
import type { Wallet } from '../../../apps/wallet/src/wallet/wallet.js';
import { formatMu } from '@kushk/manifest';
import { RATE, type WalletCommand } from './wallet-model.js';

type Modules = typeof AuditModule &
  typeof ConsumeModule &
  typeof EntryModule &
  typeof ExpireModule &
  typeof FreezeModule &
  typeof GrantModule &
  typeof HoldModule &
  typeof PlaceModule &
  typeof ReleaseModule &
  typeof ReversalModule &
  typeof ReverseModule &
  typeof RevokeModule &
  typeof SettleModule &
  typeof UnfreezeModule &
  typeof StreamModule;

const FILES = [
  'entries/audit-entries/entry-audit',
  'entries/entry',
  'hold/expire-hold/expire-hold',
  'hold/hold',
  'hold/place-hold/place-hold',
  'hold/release-hold/release-hold',
  'hold/settle-hold/settle-hold',
  'wallet/consume-mu/consume-mu',
  'wallet/freeze-wallet/freeze-wallet',
  'wallet/grant-mu/grant-mu',
  'reversal/reversal',
  'wallet/reverse-consumption/reverse-consumption',
  'wallet/revoke-mu/revoke-mu',
  'wallet/unfreeze-wallet/unfreeze-wallet',
  'wallet/wallet-stream',
];

export interface SubjectState {
  readonly nowMs: number;
  readonly wallet: Wallet;
  readonly holds: ReadonlyMap<string, HoldModule.Hold>;
  readonly reversals: ReadonlyMap<string, ReversalModule.Reversal>;
  /** The entries so far; a list whose first element is the newest, so that branches share the rest. */
  readonly entries: Chain | null;
}
export interface Chain {
  readonly entry: AuditModule.AuditedEntry;
  readonly before: Chain | null;
}
export interface SubjectResult {
  readonly outcome: string;
  readonly state: SubjectState;
}

const START_MS = Date.UTC(2026, 10, 2);
const ids = { installationId: 'ins_1', organisationId: 'org_1' };
const by = { by: 'per_1', reason: 'proof' };

export class WalletSubject {
  readonly initial: SubjectState;

  private constructor(readonly modules: Modules) {
    const prices = { services: ['work'], rates: { work: String(RATE) } };
    const opened = { type: 'WalletOpened', data: { ...ids, plan: 'basic', prices, at: iso(START_MS) } } as const;
    this.initial = {
      nowMs: START_MS,
      wallet: fold(modules.walletStream, [opened]),
      holds: new Map(),
      reversals: new Map(),
      entries: null,
    };
  }

  /** Loads the built decisions with these patches. */
  static async load(patches: readonly string[]): Promise<WalletSubject> {
    if (patches.length > 0) await import(`./apply-patches.mjs?patches=${patches.join()}`);
    const loaded: object[] = [];
    for (const file of FILES)
      loaded.push((await import(new URL(`../../../apps/wallet/dist/${file}.js`, import.meta.url).href)) as object);
    return new WalletSubject(Object.assign({}, ...loaded) as Modules);
  }

  /** Decides a command and folds its facts. What the decision or the fold throws is an outcome of its own. */
  run(state: SubjectState, command: WalletCommand): SubjectResult {
    try {
      return this.decide(state, command);
    } catch (error) {
      return { outcome: `threw ${error instanceof Error ? error.message : String(error)}`, state };
    }
  }

  private decide(state: SubjectState, command: WalletCommand): SubjectResult {
    const { modules } = this;
    const { wallet } = state;
    const at = iso(state.nowMs);
    const time = { month: usageMonthOf(new Date(state.nowMs)), at };
    switch (command.kind) {
      case 'purchase':
      case 'gift': {
        const mu = formatMu(command.amount);
        const grant = { id: command.id, kind: command.kind, mu, reference: null, note: null, by: 'per_1', ...time };
        return this.onWallet(state, modules.grantMu({ ...grant, organisationId: ids.organisationId }, wallet));
      }
      case 'revoke': {
        const { id, of, amount } = command;
        const revocation = { id, kind: of, mu: formatMu(amount), organisationId: ids.organisationId, ...by, ...time };
        return this.onWallet(state, modules.revokeMu(revocation, wallet));
      }
      case 'consume': {
        const { id, count } = command;
        return this.onWallet(
          state,
          modules.consumeMu({ id, service: 'work', count, reference: null, ...time }, wallet),
        );
      }
      case 'hold': {
        const { id, count, seconds } = command;
        const place = { service: 'work', count, ttlSeconds: seconds, reference: null, month: time.month };
        return this.onHold(state, id, (states) =>
          modules.placeHold({ ...place, holdId: id, nowMs: state.nowMs }, states),
        );
      }
      case 'settle': {
        const { id, count } = command;
        return this.onHold(state, id, (states) => modules.settleHold({ holdId: id, count, ...time }, states));
      }
      case 'release':
        return this.onHold(state, command.id, (states) => modules.releaseHold({ holdId: command.id, ...time }, states));
      case 'tick':
        return this.tick({ ...state, nowMs: state.nowMs + command.seconds * 1_000 });
      case 'reverse':
        return this.reverse(state, command, time);
      case 'freeze':
        return this.onWallet(state, modules.freezeWallet({ organisationId: ids.organisationId, ...by, at }, wallet));
      case 'unfreeze':
        return this.onWallet(
          state,
          modules.unfreezeWallet({ organisationId: ids.organisationId, by: 'per_1', at }, wallet),
        );
    }
  }

  private tick(moved: SubjectState): SubjectResult {
    const time = { month: usageMonthOf(new Date(moved.nowMs)), at: iso(moved.nowMs) };
    let state = moved;
    for (const [id, hold] of moved.holds) {
      if (hold.status !== 'open' || hold.expiresAt > time.at) continue;
      state = this.onHold(state, id, (states) => this.modules.expireHold(time, states)).state;
    }
    return { outcome: 'accepted', state };
  }

  private reverse(
    state: SubjectState,
    { id, charge }: { readonly id: string; readonly charge: string },
    time: { readonly month: string; readonly at: string },
  ): SubjectResult {
    const entry = entryOf(state.entries, charge);
    if (entry === null) return { outcome: 'no such charge', state };
    const reversal = state.reversals.get(charge) ?? this.modules.reversalStream.initial;
    const decision = this.modules.reverseConsumption(
      { id, organisationId: ids.organisationId, entry: consumptionOf(entry), ...by, ...time },
      { wallet: state.wallet, reversal },
    );
    if (!decision.accepted) return { outcome: decision.refusal.code, state };
    const after = this.onWallet(state, { ...decision, facts: decision.facts.wallet });
    const reversals = new Map(state.reversals);
    reversals.set(charge, foldOnto(this.modules.reversalStream, reversal, decision.facts.reversal));
    return { ...after, state: { ...after.state, reversals } };
  }

  private onHold(
    state: SubjectState,
    id: string,
    decide: (states: {
      wallet: Wallet;
      hold: HoldModule.Hold;
    }) => Decision<{ wallet: WalletFact[]; hold: HoldModule.HoldFact[] }, unknown>,
  ): SubjectResult {
    const hold = state.holds.get(id) ?? this.modules.holdStream.initial;
    const decision = decide({ wallet: state.wallet, hold });
    if (!decision.accepted) return { outcome: decision.refusal.code, state };
    const after = this.onWallet(state, { ...decision, facts: decision.facts.wallet });
    const holds = new Map(state.holds).set(id, foldOnto(this.modules.holdStream, hold, decision.facts.hold));
    return { ...after, state: { ...after.state, holds } };
  }

  private onWallet(state: SubjectState, decision: Decision<readonly WalletFact[], unknown>): SubjectResult {
    if (!decision.accepted) return { outcome: decision.refusal.code, state };
    let { wallet, entries } = state;
    for (const fact of decision.facts) {
      wallet = this.modules.walletStream.evolve(wallet, fact);
      if (wallet.status === 'absent' || !this.modules.isMovement(fact)) continue;
      const entry = { ...this.modules.entryOf(fact, wallet), hash: wallet.chain.hash ?? '' };
      entries = { entry, before: entries };
    }
    return { outcome: 'accepted', state: { ...state, wallet, entries } };
  }
}

function foldOnto<State, F extends Fact>(stream: StreamType<State, F>, state: State, facts: readonly F[]): State {
  return facts.reduce((before, fact) => stream.evolve(before, fact), state);
}

function entryOf(entries: Chain | null, id: string): AuditModule.AuditedEntry | null {
  for (let chain = entries; chain !== null; chain = chain.before) if (chain.entry.id === id) return chain.entry;
  return null;
}

function consumptionOf(entry: AuditModule.AuditedEntry): ReverseModule.ConsumptionEntry {
  const micro = (mu: string): string => {
    const [whole = '0', places = ''] = mu.split('.');
    return String(BigInt(whole) * 1_000_000n + BigInt(places.padEnd(6, '0')));
  };
  return {
    id: entry.id,
    holdId: entry.hold_id,
    service: entry.service ?? '',
    count: entry.count ?? 0,
    rateMicroMu: entry.rate === null ? null : micro(entry.rate),
    amountMicroMu: micro(entry.mu),
    giftedMicroMu: micro(entry.gifted),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
