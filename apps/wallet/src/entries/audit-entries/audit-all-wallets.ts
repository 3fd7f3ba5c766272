/** The audit of all wallets at once, for `kushk-deploy verify`: it freezes nothing. */
import { openEventStore } from '@kushk/event-store';
import { walletStore } from '../../store.module.js';
import { WalletEntryRow } from '../wallet-entries.view.js';
import { AuditEntriesWorker } from './audit-entries.worker.js';
import { EntryAudits } from './entry-audits.view.js';

export interface WalletsReport {
  readonly wallets: number;
  /** The wallets that do not fit: `ins_1: hash of entry 7`. */
  readonly problems: readonly string[];
}

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
