/** The rollouts, for their releases and for the clock that moves them. */
import {
  DEFAULT_HALT_RULE,
  type CountedPeriod,
  type CountedRollout,
  type HaltRule,
  type RolloutFigures,
  type RolloutResource,
  type RolloutState,
} from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { compareVersions, isPreRelease } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { Instances } from '../instance/instances.view.js';
import { figuresOf, isHaltDue } from './rollout-figures.js';
import { RolloutReports, type StoredReport } from './rollout-reports.view.js';
import { startedResource } from './rollout-resource.js';
import { rolloutStream, stageEnd } from './rollout.js';

@Entity('rollouts')
export class RolloutRow {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') state: RolloutState;
  @Column('timestamptz') started_at: Date;
  /** The minute from which on its calls count; null if it has not changed since rollouts are counted. */
  @Column('timestamptz', { nullable: true }) counted_from: Date | null;
  /** When the current stage ends; null unless the rollout is running. */
  @Column('timestamptz', { nullable: true }) next_at: Date | null;
  @Column('json') resource: RolloutResource;
}

export const rolloutsView = stateView({
  entity: RolloutRow,
  of: rolloutStream,
  row: (rollout) =>
    rollout.status === 'absent'
      ? null
      : {
          plugin_id: rollout.pluginId,
          version: rollout.version,
          state: rollout.status,
          started_at: new Date(rollout.startedAt),
          counted_from: new Date(rollout.countedFrom),
          next_at: rollout.status === 'running' ? stageEnd(rollout) : null,
          resource: startedResource(rollout),
        },
});

/** The rollouts whose stage has ended, and those of plugins of which another version was published since. */
const TO_ADVANCE = `
  select plugin_id, version from rollouts r
  where (r.state = 'running' and r.next_at <= $1)
    or (r.state in ('running', 'halted') and exists (
      select from release_statuses s where s.plugin_id = r.plugin_id and s.status = 'published'
        and (s.summary ->> 'published_at')::timestamptz > r.started_at))
  order by r.stream_id limit 1000`;

/** The versions of a plugin that were published before, to all installations. */
const COMPLETE_BEFORE = `
  select substr(s.stream_id, length($1) + 2) as version from release_statuses s
  left join rollouts r on r.stream_id = s.stream_id
  where s.plugin_id = $1 and s.stream_id <> $2 and (s.summary ->> 'published_at')::timestamptz < $3
    and (r.state is null or r.state = 'complete')`;
/** More rollouts at once are not counted. */
const MAX_COUNTED = 500;
/** Each of them has a report of every instance, so their number bounds what one query reads. */
const ROLLOUTS_PER_READ = 20;
const DAYS_BEFORE = 7;
const MS_PER_MINUTE = 60_000;

function countedFrom({ counted_from, started_at }: RolloutRow): string {
  const from = counted_from ?? new Date(Math.floor(started_at.getTime() / MS_PER_MINUTE) * MS_PER_MINUTE);
  return from.toISOString();
}

/** The reports about the period that the rollout counts now. */
function reportsOf(row: RolloutRow, reports: readonly StoredReport[]): readonly StoredReport[] {
  const since = countedFrom(row);
  return reports.filter((report) => report.releaseKey === row.stream_id && report.since === since);
}

function haltRuleOf({ resource }: RolloutRow): HaltRule {
  return (resource as Partial<RolloutResource>).halt ?? DEFAULT_HALT_RULE;
}

export interface FailingRollout {
  readonly pluginId: string;
  readonly version: string;
  readonly figures: RolloutFigures;
}

@Injectable()
export class Rollouts {
  constructor(
    @InjectRepository(RolloutRow) private readonly rows: Repository<RolloutRow>,
    private readonly reports: RolloutReports,
    private readonly instances: Instances,
  ) {}

  /** The rollout of a release with its figures; null when it has none. */
  async find(releaseKey: string): Promise<RolloutResource | null> {
    const row = await this.rows.findOneBy({ stream_id: releaseKey });
    if (row === null) return null;
    return { ...row.resource, halt: haltRuleOf(row), figures: row.resource.figures ?? (await this.figuresOf(row)) };
  }

  /** The running rollouts with the periods that the instances count for them. */
  async counted(): Promise<readonly CountedRollout[]> {
    const rows = await this.running();
    return Promise.all(
      rows.map(async (row) => ({
        plugin_id: row.plugin_id,
        version: row.version,
        since: countedFrom(row),
        before: await this.before(row),
      })),
    );
  }

  private async running(): Promise<readonly RolloutRow[]> {
    return this.rows.find({ where: { state: 'running' }, order: { stream_id: 'ASC' }, take: MAX_COUNTED });
  }

  /** The running rollouts whose figures reach their rule. */
  async failing(): Promise<readonly FailingRollout[]> {
    const rows = await this.running();
    const instanceIds = (await this.instances.all()).map(({ id }) => id);
    const failing: FailingRollout[] = [];
    for (let start = 0; start < rows.length; start += ROLLOUTS_PER_READ)
      failing.push(...(await this.failingOf(rows.slice(start, start + ROLLOUTS_PER_READ), instanceIds)));
    return failing;
  }

  private async failingOf(
    rows: readonly RolloutRow[],
    instanceIds: readonly string[],
  ): Promise<readonly FailingRollout[]> {
    const reports = await this.reports.of(rows.map(({ stream_id }) => stream_id));
    const failing: FailingRollout[] = [];
    for (const row of rows) {
      const since = countedFrom(row);
      const counted = { since, instanceIds, now: now(), reports: reportsOf(row, reports) };
      const isDue = (figures: RolloutFigures | null): figures is RolloutFigures =>
        figures !== null && isHaltDue(figures, haltRuleOf(row));
      // The difference is never higher than without the version before, which is looked up for few rollouts.
      const alone = counted.reports.map((report) => ({ ...report, before: null }));
      if (!isDue(figuresOf({ ...counted, reports: alone, before: null }))) continue;
      const figures = figuresOf({ ...counted, before: await this.before(row) });
      if (isDue(figures)) failing.push({ pluginId: row.plugin_id, version: row.version, figures });
    }
    return failing;
  }

  private async figuresOf(row: RolloutRow): Promise<RolloutResource['figures']> {
    const [reports, before, instances] = await Promise.all([
      this.reports.of([row.stream_id]),
      this.before(row),
      this.instances.all(),
    ]);
    return figuresOf({
      since: countedFrom(row),
      before,
      reports: reportsOf(row, reports),
      instanceIds: instances.map(({ id }) => id),
      now: row.state === 'running' ? now() : null,
    });
  }

  /**
   * The version from which installations move, in its last seven days: the highest one below this version that had
   * reached all installations. Null for the first one.
   */
  private async before({ stream_id, plugin_id, version, started_at }: RolloutRow): Promise<CountedPeriod | null> {
    const found: { version: string }[] = await this.rows.query(COMPLETE_BEFORE, [plugin_id, stream_id, started_at]);
    const [highest] = found
      .map((row) => row.version)
      .filter((other) => compareVersions(other, version) < 0 && (isPreRelease(version) || !isPreRelease(other)))
      .toSorted((one, other) => compareVersions(other, one));
    if (highest === undefined) return null;
    const to = Math.ceil(started_at.getTime() / MS_PER_MINUTE) * MS_PER_MINUTE;
    const from = new Date(to - DAYS_BEFORE * 86_400_000);
    return { plugin_id, version: highest, from: from.toISOString(), to: new Date(to).toISOString() };
  }

  async toAdvance(at: Date): Promise<readonly Pick<RolloutRow, 'plugin_id' | 'version'>[]> {
    return await this.rows.query(TO_ADVANCE, [at]);
  }
}
