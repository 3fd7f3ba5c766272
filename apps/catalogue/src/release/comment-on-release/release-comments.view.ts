/** What reviewers and publishers have said about releases. A stored comment never changes. */
import type { ReleaseComment } from '@kushk/contracts';
import { factView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { releaseStream } from '../release.js';

@Entity('release_comments')
export class ReleaseCommentRow {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') release_key: string;
  /** Position of the fact in the stream of the release, starting at 1. */
  @PrimaryColumn('int') number: number;
  /** Position of the comment in the fact, starting at 0. */
  @PrimaryColumn('int') place: number;
  @Column('json') comment: ReleaseComment;
}

export const releaseCommentsView = factView({
  entity: ReleaseCommentRow,
  of: releaseStream,
  rows: (fact) => {
    const row = { release_key: fact.id, number: fact.version };
    if (fact.type === 'ReleaseCommented')
      return [{ ...row, place: 0, comment: { ...fact.data.comment, at: fact.data.at, by: 'publisher' as const } }];
    if (fact.type !== 'ChangesRequested') return [];
    const { comments, at } = fact.data;
    return comments.map((comment, place) => ({ ...row, place, comment: { ...comment, at, by: 'reviewer' as const } }));
  },
});

@Injectable()
export class ReleaseComments {
  constructor(@InjectRepository(ReleaseCommentRow) private readonly comments: Repository<ReleaseCommentRow>) {}

  /** Returns the comments on a release, oldest first. Each side may make `COMMENTS_PER_SIDE`. */
  async of(release_key: string): Promise<readonly ReleaseComment[]> {
    const rows = await this.comments.find({ where: { release_key }, order: { number: 'ASC', place: 'ASC' } });
    return rows.map(({ comment }) => comment);
  }
}
