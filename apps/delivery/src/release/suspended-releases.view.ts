/**
 * The suspended releases. One row stops the calls to all installations of a release at once; their own endpoints follow
 * one by one, which takes minutes for a hundred thousand of them.
 */
import { stateView } from '@kushk/event-store';
import { Entity, PrimaryColumn } from 'typeorm';
import { releaseStream } from './release.js';

@Entity('suspended_releases')
export class SuspendedReleaseRow {
  /** See `releaseKey`. */
  @PrimaryColumn('text') stream_id: string;
}

export const suspendedReleases = stateView({
  entity: SuspendedReleaseRow,
  of: releaseStream,
  row: ({ status }) => (status === 'suspended' ? {} : null),
});

/** Whether the installation of endpoint `e` and its release allow calls. */
export const IS_CALLABLE = `(e.calls_allowed and not exists (
  select from suspended_releases s where s.stream_id = e.plugin_id || '@' || e.version))`;
