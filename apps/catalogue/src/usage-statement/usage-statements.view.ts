/** The closed statements of publishers and their lines. Both are only inserted: a closed statement never changes. */
import {
  STATEMENT_PAGE_BYTES,
  type DsseEnvelope,
  type InstanceUsageItem,
  type StatementLine,
  type StatementSummary,
} from '@kushk/contracts';
import { factView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { Publishers } from '../publisher/publishers.view.js';
import { UsageReports } from '../usage/usage-reports.view.js';
import { usageStatementStream, type LinePlace } from './usage-statement.js';

@Entity('usage_statements')
export class UsageStatementRow {
  @PrimaryColumn('text') publisher_id: string;
  @PrimaryColumn('text') month: string;
  @Column('json') summary: StatementSummary;
  @Column('json') envelope: DsseEnvelope;
}
@Entity('usage_statement_lines')
export class UsageStatementLineRow {
  @PrimaryColumn('text') publisher_id: string;
  /** The month of the statement. */
  @PrimaryColumn('text') month: string;
  /** The place of the line in the statement, from 0. */
  @PrimaryColumn('int') number: number;
  @Column('text') usage_month: string;
  @Column('text') plugin_id: string;
  @Column('text') alias: string;
  @Column('text') instance_id: string;
  @Column('int') bytes: number;
  @Column('text') line: string;
}

export const usageStatementsView = factView({
  entity: UsageStatementRow,
  of: usageStatementStream,
  rows: (fact) => {
    if (fact.type !== 'UsageStatementClosed') return [];
    const { publisherId, month, partial, digest, lines, adjustmentLines, totals, envelope, at } = fact.data;
    const summary = { month, closed_at: at, partial, digest, lines, adjustment_lines: adjustmentLines, totals };
    return [{ publisher_id: publisherId, month, summary, envelope }];
  },
});

export const usageStatementLinesView = factView({
  entity: UsageStatementLineRow,
  of: usageStatementStream,
  rows: (fact) => {
    if (fact.type !== 'UsageStatementLinesAdded') return [];
    const { publisherId, month, first, lines } = fact.data;
    return lines.map(({ instanceId, text }, index) => {
      const line = JSON.parse(text) as StatementLine;
      return {
        publisher_id: publisherId,
        month,
        number: first + index,
        usage_month: line.month,
        plugin_id: line.plugin_id,
        alias: line.alias,
        instance_id: instanceId,
        bytes: Buffer.byteLength(text),
        line: text,
      };
    });
  },
});

/** Usage of an installation, with the lines that closed statements have of it. */
export interface UsageWithLines {
  readonly month: string;
  readonly plugin_id: string;
  readonly alias: string;
  readonly instance_id: string;
  readonly item: InstanceUsageItem;
  readonly stated: readonly StatementLine[];
}
interface UsageRange {
  readonly publisherId: string;
  readonly firstMonth: string;
  readonly lastMonth: string;
  readonly after: LinePlace;
}

const LINES_PER_PAGE = 1_000;

@Injectable()
export class UsageStatementRows {
  constructor(@InjectRepository(UsageStatementRow) private readonly rows: Repository<UsageStatementRow>) {}

  /** Returns the statement of a month, or the latest one (null), or null when there is none. */
  async find(publisherId: string, month: string | null): Promise<UsageStatementRow | null> {
    return await this.rows.findOne({
      where: { publisher_id: publisherId, ...(month !== null && { month }) },
      order: { month: 'DESC' },
    });
  }

  /** Lists the statements before a month (null: from the latest), newest first. */
  async list(publisherId: string, before: string | null, limit: number): Promise<StatementSummary[]> {
    const rows: { summary: StatementSummary }[] = await this.rows.query(
      `select summary from usage_statements where publisher_id = $1 and ($2::text is null or month < $2)
       order by month desc limit $3`,
      [publisherId, before, limit],
    );
    return rows.map(({ summary }) => summary);
  }

  /** The texts of lines from a number on. The page ends at the line with which it exceeds `STATEMENT_PAGE_BYTES`. */
  async lines(publisherId: string, month: string, from: number): Promise<readonly string[]> {
    const rows: { line: string }[] = await this.rows.query(
      `select l.line from (
         select number, sum(bytes) over (order by number) - bytes as bytes_before from usage_statement_lines
         where publisher_id = $1 and month = $2 and number >= $3 and number < $3 + $4) s
       join usage_statement_lines l on l.publisher_id = $1 and l.month = $2 and l.number = s.number
       where s.bytes_before < $5 order by l.number`,
      [publisherId, month, from, LINES_PER_PAGE, STATEMENT_PAGE_BYTES],
    );
    return rows.map(({ line }) => line);
  }
}

/** What statements are made of: the stored usage of publishers, and which instances have not closed a month. */
@Injectable()
export class StatementSources {
  constructor(
    private readonly publishers: Publishers,
    private readonly reports: UsageReports,
    @InjectRepository(UsageStatementLineRow) private readonly rows: Repository<UsageStatementLineRow>,
  ) {}

  async publisherIds(): Promise<readonly string[]> {
    return (await this.publishers.all()).map(({ id }) => id);
  }

  /** Returns how many registered instances have not closed the month for the publisher. */
  async openInstances(publisherId: string, month: string): Promise<number> {
    return (await this.reports.countOpen([publisherId], month)).get(publisherId) ?? 0;
  }

  /** Returns the first month in which the publisher has stored usage, or null. */
  async firstUsageMonth(publisherId: string): Promise<string | null> {
    const rows: { month: string | null }[] = await this.rows.query(
      'select min(month) as month from installation_usage where publisher_id = $1',
      [publisherId],
    );
    return rows[0]?.month ?? null;
  }

  /** Returns stored usage after a place with its lines in statements, in pages bounded by number and bytes. */
  async usageWithLines(
    { publisherId, firstMonth, lastMonth, after }: UsageRange,
    { limit, maxBytes }: { readonly limit: number; readonly maxBytes: number },
  ): Promise<readonly UsageWithLines[]> {
    const order = 'month, plugin_id, alias, instance_id';
    const text = `
      select u.month, u.plugin_id, u.alias, u.instance_id, u.item,
        (select coalesce(json_agg(l.line::json), '[]') from usage_statement_lines l
          where l.publisher_id = $1 and l.usage_month = u.month and l.plugin_id = u.plugin_id and l.alias = u.alias
            and l.instance_id = u.instance_id) as stated
      from (
        select stream_id, sum(bytes) over (order by ${order}) - bytes as bytes_before from (
          select * from installation_usage
          where publisher_id = $1 and month >= $2 and month <= $3 and (${order}) > ($4, $5, $6, $7)
          order by ${order} limit $8) candidates) s
      join installation_usage u using (stream_id)
      where s.bytes_before < $9 order by u.month, u.plugin_id, u.alias, u.instance_id`;
    const parameters = [publisherId, firstMonth, lastMonth, ...after, limit, maxBytes];
    return await this.rows.query<readonly UsageWithLines[]>(text, parameters);
  }
}
