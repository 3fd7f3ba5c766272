/**
 * The signed statement of a publisher's usage in a closed month (docs/reference/usage.md). The statement has totals and
 * the root of a Merkle tree; the lines of installations, which are its leaves, are read in pages.
 */
import type { DsseEnvelope } from './catalogue.js';
import { query, type Page, type PageRequest } from './messages.js';
import type { ServiceUsage, UsageCounts } from './usage.js';

/**
 * What a statement adds for one installation. In a line of an earlier month these are the figures that no earlier
 * statement has: an adjustment. Its text in canonical JSON is one leaf of the tree.
 */
export interface StatementLine extends UsageCounts {
  readonly month: string;
  readonly plugin_id: string;
  readonly alias: string;
  readonly services: readonly ServiceUsage[];
}
/** The lines of one month in a statement. */
export interface StatementMonth {
  readonly month: string;
  readonly lines: number;
  readonly totals: UsageCounts;
}
/** The payload of the envelope, in canonical JSON. */
export interface UsageStatement {
  readonly publisher_id: string;
  readonly month: string;
  readonly timezone: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly closed_at: string;
  /** Whether an instance had not closed the month. What it reports later is an adjustment of the next statement. */
  readonly partial: boolean;
  /** The statement of the month before, or null for the first one. */
  readonly previous: { readonly month: string; readonly digest: string } | null;
  /** The sum of all lines: what is settled with this statement. */
  readonly totals: UsageCounts;
  /** The totals by month, in order. Earlier months are adjustments. */
  readonly months: readonly StatementMonth[];
  /** The Merkle tree of RFC 6962 over the lines in their order. `root` is `sha256:<hex>`. */
  readonly tree: { readonly leaves: number; readonly root: string };
}
/** A closed statement in a list. */
export interface StatementSummary {
  readonly month: string;
  readonly closed_at: string;
  readonly partial: boolean;
  /** `sha256:<hex>` of the payload, which the next statement names. */
  readonly digest: string;
  readonly lines: number;
  readonly adjustment_lines: number;
  readonly totals: UsageCounts;
}

/** A page of lines ends at the line with which it exceeds this size. */
export const STATEMENT_PAGE_BYTES = 512 * 1024;

interface StatementTarget {
  publisher_id: string;
  month: string;
}

export const catalogueStatements = {
  /** The envelope of a month, or of the latest closed one (null). */
  get: query<{ publisher_id: string; month: string | null }, { month: string; envelope: DsseEnvelope }>(
    'catalogue',
    'usage-statement.get',
  ),
  /** The closed statements of a publisher, newest first. */
  list: query<{ publisher_id: string } & PageRequest, Page<StatementSummary>>('catalogue', 'usage-statement.list'),
  /** The texts of the lines in the order of the tree, in pages of about `STATEMENT_PAGE_BYTES`. */
  listLines: query<StatementTarget & { cursor: string | null }, Page<string>>(
    'catalogue',
    'usage-statement.list-lines',
  ),
};
