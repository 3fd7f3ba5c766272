/** Stores which instances reported usage for a publisher in a month, and whether they closed the month. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { usageStream } from './usage-report.js';

@Entity('usage_reports')
export class UsageReportRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text') month: string;
  @Column('text') instance_id: string;
  @Column('bool') closed: boolean;
}

export const usageReportsView = stateView({
  entity: UsageReportRow,
  of: usageStream,
  row: (report) => {
    if (report.status === 'absent') return null;
    const { publisherId, month, instanceId, status } = report;
    return { publisher_id: publisherId, month, instance_id: instanceId, closed: status === 'closed' };
  },
});

@Injectable()
export class UsageReports {
  constructor(@InjectRepository(UsageReportRow) private readonly rows: Repository<UsageReportRow>) {}

  /**
   * Returns how many registered instances have not closed the month, by publisher. No usage is requested from instances
   * for a publisher without plugins, so such a publisher has none.
   */
  async countOpen(publisherIds: readonly string[], month: string): Promise<ReadonlyMap<string, number>> {
    const counts: { publisher_id: string; count: string }[] = await this.rows.query(
      `select p.publisher_id, count(*) as count
       from (select distinct publisher_id from plugins where publisher_id = any($1)) p cross join instances i
       where not exists (select from usage_reports r where r.publisher_id = p.publisher_id and r.month = $2
         and r.instance_id = i.stream_id and r.closed)
       group by p.publisher_id`,
      [publisherIds, month],
    );
    return new Map(counts.map(({ publisher_id, count }) => [publisher_id, Number(count)]));
  }

  /** Returns the instances that reported usage for this publisher in this month, registered or not. */
  async of(publisherId: string, month: string): Promise<UsageReportRow[]> {
    return await this.rows.findBy({ publisher_id: publisherId, month });
  }
}
