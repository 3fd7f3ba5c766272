/** Stores which instances reported usage for a publisher in a month. The reported figures are in the stream states. */
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
}

export const usageReportsView = stateView({
  entity: UsageReportRow,
  of: usageStream,
  row: (report) =>
    report.status === 'absent'
      ? null
      : { publisher_id: report.publisherId, month: report.month, instance_id: report.instanceId },
});

@Injectable()
export class UsageReports {
  constructor(@InjectRepository(UsageReportRow) private readonly rows: Repository<UsageReportRow>) {}

  /** Returns the ids of the instances that reported usage for this publisher in this month, registered or not. */
  async instancesOf(publisherId: string, month: string): Promise<string[]> {
    const rows = await this.rows.findBy({ publisher_id: publisherId, month });
    return rows.map(({ instance_id }) => instance_id);
  }
}
