/**
 * The table of entries, written in the transaction of their facts (docs/reference/money.md). The database refuses
 * every change of a row (`migrations/0001-tables.ts`).
 */
import { factView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MovementFact } from '../wallet/wallet-facts.js';
import { availableOf, type ExistingWallet } from '../wallet/wallet.js';
import { walletStream } from '../wallet/wallet-stream.js';
import { isMovement, movementOf } from './entry.js';

/** An entry with its amounts in micro-MU. */
@Entity('wallet_entries')
export class WalletEntryRow {
  @PrimaryColumn('text') installation_id: string;
  @PrimaryColumn('bigint') sequence: string;
  @Column('text') id: string;
  @Column('timestamptz') at: Date;
  @Column('text') kind: string;
  @Column('text', { nullable: true }) service: string | null;
  @Column('bigint', { nullable: true }) count: string | null;
  @Column('bigint', { nullable: true }) rate: string | null;
  @Column('bigint') mu: string;
  @Column('bigint') gifted: string;
  @Column('text', { nullable: true }) hold_id: string | null;
  @Column('text', { nullable: true }) reference: string | null;
  @Column('text') by: string;
  @Column('bigint') available_after: string;
  @Column('bigint') held_after: string;
  @Column('text') month: string;
  /** Bytes, in the text format of PostgreSQL: `\x` and hex. */
  @Column('bytea', { nullable: true }) previous_hash: string | null;
  @Column('bytea') hash: string;
}

export const walletEntries = factView({
  entity: WalletEntryRow,
  of: walletStream,
  rows: (fact, wallet) => (wallet.status === 'absent' || !isMovement(fact) ? [] : [entryRow(fact, wallet)]),
});

/** `wallet` is the state after the fact. */
export function entryRow(fact: MovementFact, wallet: ExistingWallet): WalletEntryRow {
  const { installationId, totals, chain } = wallet;
  const { amountMicroMu, rateMicroMu, count, at, ...movement } = movementOf(fact, installationId);
  return {
    ...movement,
    installation_id: installationId,
    sequence: String(chain.sequence),
    at: new Date(at),
    count: count === null ? null : String(count),
    rate: rateMicroMu,
    mu: amountMicroMu,
    gifted: String(chain.gifted),
    available_after: String(availableOf(totals)),
    held_after: String(totals.held),
    previous_hash: chain.previousHash === null ? null : bytes(chain.previousHash),
    hash: bytes(chain.hash ?? ''),
  };
}

const bytes = (hex: string): string => `\\x${hex}`;
