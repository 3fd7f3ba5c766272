/** Releases as they are read: what was submitted (written once) beside how it stands (written with every move). */
import type {
  CapabilityDiff,
  DsseEnvelope,
  JsonObject,
  Problem,
  ReleaseStatus,
  ReleaseSummary,
  Tier,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, factView, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { isoTime } from '../iso-time.view.js';
import { releaseRow, submissionRow, type ReleaseRow, type SubmissionRow } from './release-resource.js';
import { releaseKey, releaseStream } from './release.js';

@Entity('submissions')
export class Submission implements SubmissionRow {
  /** `<plugin_id>@<version>` */
  @PrimaryColumn('text') release_key: string;
  /** Order of submission. */
  @Column('bigint') position: string;
  @Column('text') release_id: string;
  @Column('text') publisher_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') kind: 'external' | 'instance';
  @Column('text') plugin_api: string;
  @Column('json') names: Readonly<Record<string, string>>;
  @Column('text') requested_tier: Tier | '';
  @Column('text') notes: string;
  @Column('json') warnings: readonly Problem[];
  @Column('text') manifest_digest: string;
  @Column('json', { nullable: true, select: false }) diff: CapabilityDiff | null;
  @Column('timestamptz', isoTime) submitted_at: string;
}

@Entity('releases')
export class Standing implements ReleaseRow {
  /** `<plugin_id>@<version>` */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') status: ReleaseStatus;
  @Column('text', { nullable: true }) tier: Tier | null;
  @Column('text', { nullable: true }) review_notes: string | null;
  @Column('text', { nullable: true }) status_reason: string | null;
  @Column('json', { nullable: true, select: false }) approval: DsseEnvelope | null;
  @Column('timestamptz', { nullable: true, ...isoTime }) review_started_at: string | null;
  @Column('timestamptz', { nullable: true, ...isoTime }) decided_at: string | null;
  @Column('timestamptz', { nullable: true, ...isoTime }) published_at: string | null;
  @Column('timestamptz', isoTime) updated_at: string;
  @Column('int') review_revision: number;
}

export const submissionsView = factView({
  entity: Submission,
  of: releaseStream,
  rows: (fact) =>
    fact.type === 'ReleaseSubmitted'
      ? [{ release_key: fact.id, position: fact.position.toString(), ...submissionRow(fact.data) }]
      : [],
});

export const releasesView = stateView({
  entity: Standing,
  of: releaseStream,
  row: (release) => (release.status === 'absent' ? null : releaseRow(release)),
});

/** A submission with its standing. Where they are joined to something else, `diff` and `approval` are left out. */
export interface ReadRelease {
  readonly submission: Submission;
  readonly standing: Standing;
}

export interface ListedRelease {
  /** Order of submission. */
  readonly position: string;
  readonly summary: ReleaseSummary;
}
/** As the driver reads it: times are not written yet. */
type SummaryRow = {
  readonly [Name in keyof ReleaseSummary]: Name extends `${string}_at` ? Date | null : ReleaseSummary[Name];
} & { readonly position: string; readonly submitted_at: Date; readonly updated_at: Date };

/** In the words of the wire, and without entities between: a publisher's list has thousands of them. */
const SUMMARIES = `
  select s.position, s.release_id as id, s.plugin_id, s.version, s.kind, s.plugin_api, r.status, s.requested_tier, r.tier, s.notes, s.warnings,
    r.review_notes, r.status_reason, s.manifest_digest, s.submitted_at, r.review_started_at, r.decided_at, r.published_at, r.updated_at
  from submissions s join releases r on r.stream_id = s.release_key
  where s.plugin_id = any($1) and s.publisher_id = $2 and ($3::text is null or s.plugin_id > $3 or (s.plugin_id = $3 and s.position < $4::bigint))
  order by s.plugin_id, s.position desc limit $5`;

function timesOf({
  submitted_at,
  review_started_at,
  decided_at,
  published_at,
  updated_at,
}: Omit<SummaryRow, 'position'>) {
  return {
    submitted_at: submitted_at.toISOString(),
    review_started_at: review_started_at?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
    published_at: published_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}

@Injectable()
export class Releases {
  constructor(
    @InjectRepository(Submission) private readonly submissions: Repository<Submission>,
    private readonly store: EventStore,
  ) {}

  /** The release, for its publisher only unless `publisherId` is null: one question, whether it is absent or foreign. */
  async find(publisherId: string | null, pluginId: string, version: string): Promise<ReadRelease | null> {
    const one = this.joined()
      .addSelect(['submission.diff', 'standing.approval'])
      .where('submission.release_key = :key', { key: releaseKey(pluginId, version) });
    const found = await (
      publisherId === null ? one : one.andWhere('submission.publisher_id = :publisherId', { publisherId })
    ).getOne();
    return found && readRelease(found);
  }

  /** Up to `limit` releases of plugins, for their publisher only: by plugin, newest submission first, after the one at `after`. */
  async ofPlugins(
    publisherId: string,
    pluginIds: readonly string[],
    {
      after,
      limit,
    }: {
      readonly after: (Pick<ListedRelease, 'position'> & { readonly pluginId: string }) | null;
      readonly limit: number;
    },
  ): Promise<ListedRelease[]> {
    const rows = await this.submissions.query<SummaryRow[]>(SUMMARIES, [
      pluginIds,
      publisherId,
      after?.pluginId ?? null,
      after?.position ?? null,
      limit,
    ]);
    return rows.map(({ position, ...row }) => ({ position, summary: { ...row, ...timesOf(row) } }));
  }

  /**
   * The manifest as it was submitted, out of the log: it never changes, is rarely asked for, and is too large to be kept
   * twice. Throws where it never was.
   */
  async manifestOf(pluginId: string, version: string): Promise<JsonObject> {
    const submitted = await this.store.first(streamRef(releaseStream, releaseKey(pluginId, version)));
    if (submitted?.type !== 'ReleaseSubmitted') throw new Error(`${pluginId}@${version} was never submitted here`);
    return submitted.data.manifest;
  }

  private joined() {
    return this.submissions
      .createQueryBuilder('submission')
      .innerJoinAndMapOne('submission.standing', Standing, 'standing', 'standing.stream_id = submission.release_key');
  }
}

function readRelease(found: Submission): ReadRelease {
  const { standing } = found as Submission & { readonly standing: Standing };
  return { submission: found, standing };
}
