/** Releases in two tables: submissions, written once, and statuses, written with every change. */
import type {
  CapabilityDiff,
  DsseEnvelope,
  ImageDetails,
  JsonObject,
  ManifestResource,
  Provenance,
  ReleaseForStaff,
  ReleaseStatus,
  ReleaseSummary,
  RolloutPlan,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, factView, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import type { PublishedVersion } from './difference-baseline.js';
import {
  releaseSummary,
  storedStatus,
  storedSubmission,
  type StatusSummary,
  type StoredStatus,
  type StoredSubmission,
  type SubmissionSummary,
} from './release-resource.js';
import { releaseKey, releaseStream } from './release.js';
import { searchVector } from '@kushk/text-search';

/**
 * The columns are the values that queries filter or sort by; everything else that the API returns is in `summary`.
 * Lists read neither `diff` nor `provenance`.
 */
@Entity('submissions')
export class SubmissionRow implements StoredSubmission {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') release_key: string;
  /** Position in the order of submission. */
  @Column('bigint') position: string;
  @Column('text') publisher_id: string;
  @Column('text') plugin_id: string;
  /** The plugin's names, as the list of plugins shows them. */
  @Column('json') names: Readonly<Record<string, string>>;
  @Column('json') summary: SubmissionSummary;
  @Column('json', { nullable: true, select: false }) diff: CapabilityDiff | null;
  @Column('json', { nullable: true, select: false }) provenance: Provenance | null;
  /** The stages that the publisher has submitted; null without them. */
  @Column('json', { nullable: true, select: false }) rollout: RolloutPlan | null;
}

type Reviewer = NonNullable<ReleaseForStaff['taken_by']>;

@Entity('release_statuses')
export class ReleaseStatusRow implements StoredStatus {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') stream_id: string;
  @Column('int') review_revision: number;
  @Column('text') status: ReleaseStatus;
  @Column('text') publisher_id: string;
  @Column('text') plugin_id: string;
  @Column('timestamptz') submitted_at: Date;
  @Column('json', { nullable: true }) taken_by: Reviewer | null;
  @Column('json') summary: StatusSummary;
  /** What a text search finds. */
  @Column('tsvector', { select: false }) terms?: string;
  @Column('json', { nullable: true, select: false }) approval: DsseEnvelope | null;
}

export const submissionsView = factView({
  entity: SubmissionRow,
  of: releaseStream,
  rows: (fact) => {
    if (fact.type !== 'ReleaseSubmitted') return [];
    const { publisherId: publisher_id, pluginId: plugin_id, names } = fact.data;
    const position = fact.position.toString();
    return [{ release_key: fact.id, position, publisher_id, plugin_id, names, ...storedSubmission(fact.data) }];
  },
});

export const releaseStatusesView = stateView({
  entity: ReleaseStatusRow,
  of: releaseStream,
  row: (release) => {
    if (release.status === 'absent') return null;
    const { reviewRevision: review_revision, status, publisherId: publisher_id, pluginId: plugin_id } = release;
    return {
      review_revision,
      status,
      publisher_id,
      plugin_id,
      submitted_at: new Date(release.submittedAt),
      taken_by: release.status === 'in_review' ? release.takenBy : null,
      terms: searchVector([...Object.values(release.names), plugin_id, release.version, publisher_id], ''),
      ...storedStatus(release),
    };
  },
});

export interface StoredRelease {
  readonly submission: SubmissionRow;
  readonly status: ReleaseStatusRow;
}

/** What only the log has of a submission. */
export type SubmittedContent = ManifestResource & {
  /** The image as the registry had it. */
  readonly image: ImageDetails | null;
  readonly rollout: RolloutPlan | null;
};

export interface ListedRelease {
  /** Position in the order of submission. */
  readonly position: string;
  readonly summary: ReleaseSummary;
}

/** Raw SQL without TypeORM entities, because a publisher's list has thousands of rows. */
const SUMMARIES = `
  select submission.position, submission.summary as submission, status.summary as status
  from submissions submission
  join release_statuses status on status.stream_id = submission.release_key
  where submission.plugin_id = any($1) and submission.publisher_id = $2
    and ($3::text is null or submission.plugin_id > $3
      or (submission.plugin_id = $3 and submission.position < $4::bigint))
  order by submission.plugin_id, submission.position desc limit $5`;

interface SummariesRow {
  readonly position: string;
  readonly submission: SubmissionSummary;
  readonly status: StatusSummary;
}

@Injectable()
export class Releases {
  constructor(
    @InjectRepository(SubmissionRow) private readonly submissions: Repository<SubmissionRow>,
    private readonly store: EventStore,
  ) {}

  /**
   * Finds a release of this publisher. Returns null when the release does not exist or belongs to another publisher.
   * With a `publisherId` of null, it finds the releases of every publisher.
   */
  async find(publisherId: string | null, pluginId: string, version: string): Promise<StoredRelease | null> {
    const query = this.submissions
      .createQueryBuilder('submission')
      .innerJoinAndMapOne('submission.status', ReleaseStatusRow, 'status', 'status.stream_id = submission.release_key')
      .addSelect(['submission.diff', 'submission.provenance', 'submission.rollout', 'status.approval'])
      .where('submission.release_key = :key', { key: releaseKey(pluginId, version) });
    if (publisherId !== null) query.andWhere('submission.publisher_id = :publisherId', { publisherId });
    const found = (await query.getOne()) as (SubmissionRow & { readonly status: ReleaseStatusRow }) | null;
    return found && { submission: found, status: found.status };
  }

  /**
   * Returns up to `limit` releases of these plugins that belong to this publisher. They are ordered by plugin, then
   * newest submission first, and start after the release at `after`.
   */
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
    const rows = await this.submissions.query<SummariesRow[]>(SUMMARIES, [
      pluginIds,
      publisherId,
      after?.pluginId ?? null,
      after?.position ?? null,
      limit,
    ]);
    return rows.map(({ position, submission, status }) => ({ position, summary: releaseSummary(submission, status) }));
  }

  /** Finds these releases of all publishers, in no order. Those that do not exist are left out. */
  async findAll(
    wanted: readonly { readonly plugin_id: string; readonly version: string }[],
  ): Promise<readonly StoredRelease[]> {
    const keys = wanted.map(({ plugin_id, version }) => releaseKey(plugin_id, version));
    const query = this.submissions
      .createQueryBuilder('submission')
      .innerJoinAndMapOne('submission.status', ReleaseStatusRow, 'status', 'status.stream_id = submission.release_key')
      .addSelect('submission.diff')
      .where('submission.release_key = any(:keys)', { keys });
    const found = (await query.getMany()) as (SubmissionRow & { readonly status: ReleaseStatusRow })[];
    return found.map((submission) => ({ submission, status: submission.status }));
  }

  /** The versions of these plugins that were published at some time, by plugin, in no order. */
  async publishedOf(pluginIds: readonly string[]): Promise<ReadonlyMap<string, readonly PublishedVersion[]>> {
    const rows = await this.submissions.query<(PublishedVersion & { readonly plugin_id: string })[]>(
      `select submission.plugin_id, submission.summary ->> 'version' as version, status.status,
         status.summary ->> 'published_at' as published_at, status.summary ->> 'updated_at' as updated_at
       from submissions submission
       join release_statuses status on status.stream_id = submission.release_key
       where submission.plugin_id = any($1) and status.summary ->> 'published_at' is not null`,
      [pluginIds],
    );
    const byPlugin = new Map<string, PublishedVersion[]>();
    for (const { plugin_id, ...version } of rows)
      byPlugin.set(plugin_id, [...(byPlugin.get(plugin_id) ?? []), version]);
    return byPlugin;
  }

  /** The versions of a plugin that were published at some time, in no order. */
  async everPublished(pluginId: string): Promise<readonly string[]> {
    const rows = await this.submissions.query<{ readonly version: string }[]>(
      `select submission.summary ->> 'version' as version from submissions submission
       join release_statuses status on status.stream_id = submission.release_key
       where submission.plugin_id = $1 and status.summary ->> 'published_at' is not null`,
      [pluginId],
    );
    return rows.map(({ version }) => version);
  }

  /**
   * Returns the submitted manifest. It is read from the log, because it is rarely needed and too large to store
   * twice. Throws for a release that was never submitted.
   */
  async manifestOf(pluginId: string, version: string): Promise<JsonObject> {
    return (await this.manifestWithSource(pluginId, version)).manifest;
  }

  /** Like `manifestOf`, with the text as its author wrote it. */
  async manifestWithSource(pluginId: string, version: string): Promise<ManifestResource> {
    const { manifest, source } = await this.submissionOf(pluginId, version);
    return { manifest, source };
  }

  /** Like `manifestWithSource`, with the other content of the submission. */
  async submissionOf(pluginId: string, version: string): Promise<SubmittedContent> {
    const submitted = await this.store.first(streamRef(releaseStream, releaseKey(pluginId, version)));
    if (submitted?.type !== 'ReleaseSubmitted') throw new Error(`${pluginId}@${version} was never submitted`);
    const { manifest, source, image, rollout = null } = submitted.data;
    return { manifest, source, image, rollout };
  }
}
