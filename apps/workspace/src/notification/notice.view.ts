import type { NoticeKind } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, MoreThanOrEqual, PrimaryColumn, Repository } from 'typeorm';
import { noticeStream, type NoticeDetails } from './notice.js';

@Entity('notices')
export class NoticeRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') notice_id: string;
  @Column('text') organisation_id: string;
  @Column('text') installation_id: string;
  @Column('text') plugin_id: string;
  @Column('text') kind: NoticeKind;
  @Column('json') details: NoticeDetails;
  @Column('timestamptz') at: Date;
}

export const notices = stateView({
  entity: NoticeRow,
  of: noticeStream,
  row: (notice) => {
    if (notice.status !== 'given') return null;
    const { noticeId, organisationId, installationId, pluginId, kind, details, at } = notice;
    return {
      notice_id: noticeId,
      organisation_id: organisationId,
      installation_id: installationId,
      plugin_id: pluginId,
      kind,
      details,
      at: new Date(at),
    };
  },
});

/** Reads the notices of an organisation. The caller checks that the person is one of its admins. */
@Injectable()
export class Notices {
  constructor(@InjectRepository(NoticeRow) private readonly rows: Repository<NoticeRow>) {}

  /** The newest ones since a time, at most `max`. */
  async of(
    organisationId: string,
    { since, max }: { readonly since: Date; readonly max: number },
  ): Promise<NoticeRow[]> {
    return await this.rows.find({
      where: { organisation_id: organisationId, at: MoreThanOrEqual(since) },
      order: { at: 'DESC', stream_id: 'DESC' },
      take: max,
    });
  }
}
