import { setTimeout as pause } from 'node:timers/promises';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore, openEventStore } from '@kushk/event-store';
import { BackgroundLoop, log, metrics, newId, now, realNow } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Counter } from 'prom-client';
import { walletStore } from '../../store.module.js';
import { freezeWallet } from '../../wallet/freeze-wallet/freeze-wallet.js';
import { walletStream } from '../../wallet/wallet-stream.js';
import type { ExistingWallet } from '../../wallet/wallet.js';
import { WalletEntryRow } from '../wallet-entries.view.js';
import { EntryAudit, type AuditedTotals, type AuditProblem } from './entry-audit.js';
import { CHUNK_ENTRIES, EntryAudits, type PassPosition, type WalletPosition } from './entry-audits.view.js';

const RUN_EVERY_MS = 10_000;
/** Every wallet is audited at most this often. */
const PASS_EVERY_MS = 60 * 60 * 1000;
/**
 * Most wallets have few entries: to claim the pass, store the position and rest costs more than to audit one of them.
 * A wallet takes two steps or more.
 */
const STEPS_PER_CLAIM = 64;
/** After its steps, the worker waits this many times as long as they took: it takes a thirtieth of a core at most. */
const REST = 29;
const FROZEN_BY = 'system';

const audited = new Counter({
  name: 'kushk_wallet_entries_audited_total',
  help: 'Entries of wallets whose chain and balance were recomputed',
  registers: [metrics],
});
const mismatches = new Counter({
  name: 'kushk_wallet_audit_mismatches_total',
  help: 'Wallets whose entries do not fit, by what does not',
  labelNames: ['reason'],
  registers: [metrics],
});

/**
 * Recomputes every wallet from its entries, one after another in small steps. A wallet that does not fit is reported
 * and frozen. The position is stored after a number of steps, so that another process can continue.
 */
@Injectable()
export class AuditEntriesWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly processId = newId('req');
  private readonly loop = new BackgroundLoop({
    run: () => this.auditAll({ restartBefore: new Date(realNow().getTime() - PASS_EVERY_MS), rest: REST }),
    everyMs: RUN_EVERY_MS,
    failure: 'the audit of entries failed',
  });

  constructor(
    private readonly store: EventStore,
    private readonly audits: EntryAudits,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Continues the pass to its end, or starts the next one when the last began before `restartBefore`. */
  async auditAll({ restartBefore, rest }: { readonly restartBefore: Date; readonly rest: number }): Promise<void> {
    const { stopping } = this.loop;
    while (!stopping.aborted) {
      const startedMs = performance.now();
      const pass = await this.audits.claim(this.processId, restartBefore, realNow());
      if (pass === null) return;
      let next: PassPosition | null = pass;
      for (let steps = 0; steps < STEPS_PER_CLAIM && next !== null && !stopping.aborted; steps += 1)
        next = await this.step(next);
      await this.audits.save(this.processId, next);
      if (next === null) return;
      await pause((performance.now() - startedMs) * rest, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  /** Audits a whole wallet from its first entry. Returns the first problem, or null. */
  async audit(installationId: string): Promise<AuditProblem | null> {
    const audit = new EntryAudit(installationId);
    const expected = await this.audits.expectedOf(installationId);
    if (expected === null) return null;
    for (;;) {
      const result = await this.chunk(installationId, audit, expected);
      if (result !== 'more') return result === 'done' ? null : result;
    }
  }

  /** Audits the next chunk of a pass. Returns its position afterwards; null after the last wallet. */
  private async step({ installationId, position }: PassPosition): Promise<PassPosition | null> {
    if (position === null) {
      const next = await this.audits.walletAfter(installationId);
      return next === null ? null : { installationId: next, position: await this.begin(next) };
    }
    const { expected } = position;
    const audit = EntryAudit.at(installationId, position);
    const result = await this.chunk(installationId, audit, expected);
    if (result === 'more') return { installationId, position: { ...audit.position, expected } };
    if (result !== 'done') await this.confirm(installationId);
    return { installationId, position: null };
  }

  /**
   * The audit of a wallet ends at the entry that is its last one now. On a wallet that is charged faster than it is
   * audited it would never end otherwise.
   */
  private async begin(installationId: string): Promise<WalletPosition | null> {
    const expected = await this.audits.expectedOf(installationId);
    return expected === null ? null : { ...new EntryAudit(installationId).position, expected };
  }

  private async chunk(
    installationId: string,
    audit: EntryAudit,
    expected: AuditedTotals,
  ): Promise<AuditProblem | 'more' | 'done'> {
    const entries = await this.audits.entries(installationId, audit.position.sequence, expected.sequence);
    for (const entry of entries) {
      const problem = audit.add(entry);
      if (problem !== null) return problem;
    }
    audited.inc(entries.length);
    if (entries.length === CHUNK_ENTRIES) return 'more';
    return audit.finish(expected) ?? 'done';
  }

  /** A wallet is frozen only when its audit from the first entry finds a problem, too. */
  private async confirm(installationId: string): Promise<void> {
    const problem = await this.audit(installationId);
    if (problem === null) return;
    mismatches.inc({ reason: problem.reason });
    log.error({ installation_id: installationId, ...problem }, 'the entries of a wallet do not fit');
    const ref = streamRef(walletStream, installationId);
    const { organisationId } = (await this.store.load(ref)).state as ExistingWallet;
    const reason = `audit: ${problem.reason} of entry ${problem.sequence}`;
    const command = { organisationId, reason, by: FROZEN_BY, at: now().toISOString() };
    await this.store.run({
      name: 'FreezeWallet',
      streams: { wallet: ref },
      decide: ({ wallet }) => forStream('wallet', freezeWallet(command, wallet)),
    });
  }
}

export interface WalletsReport {
  readonly wallets: number;
  /** The wallets that do not fit: `ins_1: hash of entry 7`. */
  readonly problems: readonly string[];
}

/** Audits all wallets at once, for `kushk-deploy verify`. It freezes none. */
export async function auditAllWallets(databaseUrl: string): Promise<WalletsReport> {
  const { store, dataSource, close } = await openEventStore({ ...walletStore, databaseUrl, isMaintained: false });
  try {
    const audits = new EntryAudits(store, dataSource.getRepository(WalletEntryRow));
    // Its loop starts only with the service.
    const worker = new AuditEntriesWorker(store, audits);
    const problems: string[] = [];
    let wallets = 0;
    for (let id = await audits.walletAfter(''); id !== null; id = await audits.walletAfter(id)) {
      const problem = await worker.audit(id);
      if (problem !== null) problems.push(`${id}: ${problem.reason} of entry ${problem.sequence}`);
      wallets += 1;
    }
    return { wallets, problems };
  } finally {
    await close();
  }
}
