/** Runs commands on the service's decisions and on the reference model, and counts where they differ. */
import { RATE, emptyModel, runModel, type WalletCommand, type WalletModel } from './wallet-model.js';
import { exactly, type Claim } from './proof.js';
import type { SubjectState, WalletSubject } from './wallet-subject.js';

export interface Compared {
  readonly model: WalletModel;
  readonly state: SubjectState;
}

const SHOWN = 5;

export class WalletComparison {
  steps = 0;
  private outcomes = 0;
  private balances = 0;
  private audits = 0;
  private holds = 0;
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly subject: WalletSubject,
    private readonly report: (line: string) => void,
  ) {}

  get initial(): Compared {
    return { model: emptyModel, state: this.subject.initial };
  }

  /** Runs one command on both. */
  step(before: Compared, command: WalletCommand): Compared {
    this.steps += 1;
    const { outcome, state } = this.subject.run(before.state, command);
    const expected = runModel(before.model, command);
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
    if (outcome !== expected.outcome) {
      this.outcomes += 1;
      this.show(`${JSON.stringify(command, bigints)}: ${outcome} instead of ${expected.outcome}`);
    }
    const { model } = expected;
    if (!isSameBalance(state, model)) {
      this.balances += 1;
      this.show(`another balance after ${JSON.stringify(command, bigints)}`);
    }
    if (!isSameHolds(state, model)) this.holds += 1;
    return { model, state };
  }

  /** Recomputes the entries of a wallet, and that they add up to its state. */
  audit({ state }: Compared): void {
    const entries = [];
    for (let chain = state.entries; chain !== null; chain = chain.before) entries.push(chain.entry);
    const { EntryAudit, auditedTotalsOf } = this.subject.modules;
    const audit = new EntryAudit('ins_1');
    const problem = entries.reverse().reduce<object | null>((found, entry) => found ?? audit.add(entry), null);
    const { wallet } = state;
    if ((problem ?? (wallet.status === 'absent' ? null : audit.finish(auditedTotalsOf(wallet)))) !== null)
      this.audits += 1;
  }

  claims(expectedSteps: number): readonly Claim[] {
    const seen = [...this.counts].sort((a, b) => b[1] - a[1]).map(([name, n]) => `${name} ${n.toLocaleString('en')}`);
    this.report(seen.join(', '));
    return [
      exactly('commands', this.steps, { limit: expectedSteps, unit: 'commands' }),
      exactly('outcomes that differ from the model', this.outcomes, { limit: 0, unit: 'commands' }),
      exactly('balances that differ from the model', this.balances, { limit: 0, unit: 'commands' }),
      exactly('holds that are in another state than in the model', this.holds, { limit: 0, unit: 'commands' }),
      exactly('wallets whose entries do not fit', this.audits, { limit: 0, unit: 'wallets' }),
    ];
  }

  private show(line: string): void {
    if (this.outcomes + this.balances <= SHOWN) this.report(line);
  }
}

/** A further status must decide here what the model has for it. */
const isFrozen: Readonly<Record<SubjectState['wallet']['status'], boolean>> = {
  absent: false,
  open: false,
  frozen: true,
  closed: false,
};

function isSameBalance({ wallet }: SubjectState, model: WalletModel): boolean {
  if (wallet.status === 'absent') return model.added === 0n;
  const { purchased, gifted, reversed, carriedIn, consumed, revoked, carriedOut, held } = wallet.totals;
  const available = purchased + gifted + reversed + carriedIn - consumed - revoked - carriedOut - held;
  return (
    available === model.available &&
    available >= 0n &&
    held === model.held &&
    consumed === model.consumed &&
    reversed === model.reversed &&
    revoked === model.revoked &&
    wallet.giftedLeft === model.giftsLeft &&
    isFrozen[wallet.status] === model.isFrozen
  );
}

function isSameHolds({ holds, wallet }: SubjectState, model: WalletModel): boolean {
  let open = 0;
  for (const [id, hold] of model.holds) {
    if (holds.get(id)?.status !== hold.status) return false;
    if (hold.status === 'open') open += 1;
  }
  return wallet.status === 'absent' || (wallet.status === 'closed' ? 0 : wallet.openHolds) === open;
}

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value / RATE} × rate` : value;
}
