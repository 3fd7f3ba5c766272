/** Which instances have reported a publisher's month. What they reported stands in the state of their streams. */
import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
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
  row: ({ of }) => (of === null ? null : { publisher_id: of.publisherId, month: of.month, instance_id: of.instanceId }),
});
