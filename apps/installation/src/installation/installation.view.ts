/** Finds installations by token, by organisation and by plugin. */
import type {
  CountedPeriod,
  InstallationFilter,
  InstallationForAdmin,
  InstallationStatus,
  TokenLookup,
  UpdatePolicy,
  VersionFailure,
} from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { searchQuery } from '@kushk/text-search';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, MoreThan, MoreThanOrEqual, Not, PrimaryColumn, Repository } from 'typeorm';
import { listingKey } from '../listing/listing.js';
import type { DeclinedVersion, Grants, Locale, PendingVersion } from './installation-facts.js';
import { rowOf } from './installation-row.js';
import { installationStream } from './installation.js';

@Entity('installations')
export class InstallationRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') status: InstallationStatus;
  /** Null after the installation is removed, so that its token is no longer found. */
  @Column('text', { nullable: true }) token_hash: string | null;
  @Column('text') token_last4: string;
  /** The hash of the previous token, which is valid until `previous_token_until`. */
  @Column('text', { nullable: true }) previous_token_hash: string | null;
  @Column('timestamptz', { nullable: true }) previous_token_until: Date | null;
  /** Until when an admin can read the credentials; null when there are none to read. */
  @Column('timestamptz', { nullable: true }) credentials_until: Date | null;
  @Column('text') machine_user_id: string;
  /** The label of the host of its pages; null without a container, before it has listened, and after removal. */
  @Column('text', { nullable: true }) page_label: string | null;
  @Column('json') grants: Grants;
  @Column('json', { nullable: true }) pending_version: PendingVersion | null;
  @Column('json') declined_versions: readonly DeclinedVersion[];
  @Column('json', { nullable: true }) moving_version: InstallationForAdmin['version_moving'];
  @Column('json', { nullable: true }) failed_version: VersionFailure | null;
  @Column('text') channel: UpdatePolicy['channel'];
  @Column('text') follow: UpdatePolicy['follow'];
  @Column('int') settings_revision: number;
  @Column('json') locale: Locale;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
  @Column('timestamptz', { nullable: true }) installed_at: Date | null;
}

export const ALL_INSTALLATIONS: InstallationFilter = { status: null, query: null, sort: null };

/** A row without settings has about a kilobyte. */
const ROWS_PER_PAGE = 500;

export const installations = stateView({
  entity: InstallationRow,
  of: installationStream,
  row: (installation) => (installation.status === 'absent' ? null : rowOf(installation)),
});

const STATUS_IN_FORCE = `case when exists (select from listings l where l.stream_id = i.plugin_id || '@' || i.version
  and l.status = 'suspended') then 'suspended' else i.status end`;
/** What the store finds the installed version by. */
const HAS_TERMS = `(select m.terms @@ :terms::tsquery from release_manifests m
  where m.plugin_id = i.plugin_id and m.version = i.version and m.digest = i.grants->>'manifestDigest' limit 1)`;
const SUSPENDED_RELEASES = `select stream_id from listings where stream_id = any($1) and status = 'suspended'`;

/**
 * Reads are not cached, because a removal or a suspension must apply to the next request. The suspension of a release
 * is in force with its listing: the installations follow one by one, which takes minutes for a hundred thousand of
 * them.
 */
@Injectable()
export class Installations {
  constructor(@InjectRepository(InstallationRow) private readonly rows: Repository<InstallationRow>) {}

  /**
   * Returns one entry per lookup, in their order; null if a token does not belong to the given installation. A previous
   * token is valid until its time limit. A lookup without a token finds every installation that is not removed.
   */
  async findByTokens(
    lookups: readonly Pick<TokenLookup, 'token_hash' | 'installation_id'>[],
    at: Date,
  ): Promise<(InstallationRow | null)[]> {
    const hashes = [...new Set(lookups.flatMap(({ token_hash }) => token_hash ?? []))];
    const ids = [
      ...new Set(lookups.flatMap(({ token_hash, installation_id }) => (token_hash === null ? installation_id : []))),
    ];
    const stored = await this.rows.find({
      where: [
        ...(hashes.length === 0
          ? []
          : [{ token_hash: In(hashes) }, { previous_token_hash: In(hashes), previous_token_until: MoreThan(at) }]),
        ...(ids.length === 0 ? [] : [{ stream_id: In(ids), status: Not('removed' as const) }]),
      ],
    });
    const rows = await this.inForce(stored);
    const byHash = new Map<string, InstallationRow>();
    const byId = new Map<string, InstallationRow>();
    for (const row of rows) {
      if (row.status !== 'removed') byId.set(row.stream_id, row);
      if (row.token_hash !== null) byHash.set(row.token_hash, row);
      if (row.previous_token_hash !== null && row.previous_token_until !== null && row.previous_token_until > at)
        byHash.set(row.previous_token_hash, row);
    }
    return lookups.map(({ token_hash, installation_id }) => {
      const row = token_hash === null ? byId.get(installation_id) : byHash.get(token_hash);
      return row?.stream_id === installation_id ? row : null;
    });
  }

  async find(installationId: string): Promise<InstallationRow | null> {
    return await this.one(await this.rows.findBy({ stream_id: installationId }));
  }

  async findByPageLabel(label: string): Promise<InstallationRow | null> {
    return await this.one(await this.rows.findBy({ page_label: label }));
  }

  /** Installations that are not removed, in the order of their ids, starting after the id `start`. */
  async listOfOrganisation(
    organisationId: string,
    { status, query: text, sort }: InstallationFilter,
    { start, limit }: { readonly start: string | null; readonly limit: number },
  ): Promise<InstallationRow[]> {
    const terms = text === null ? null : searchQuery(text, '');
    if (text !== null && terms === null) return [];
    const query = this.rows
      .createQueryBuilder('i')
      .where(`i.organisation_id = :organisationId and i.status <> 'removed'`, { organisationId });
    if (status !== null) query.andWhere(`${STATUS_IN_FORCE} = :status`, { status });
    if (terms !== null) query.andWhere(HAS_TERMS, { terms });
    const [beyond, direction] = sort === 'newest' ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const);
    if (start !== null) query.andWhere(`i.stream_id ${beyond} :start`, { start });
    return await this.inForce(await query.orderBy('i.stream_id', direction).limit(limit).getMany());
  }

  /** The installations of the given plugins in an organisation, without removed ones. */
  async findOfPlugins(organisationId: string, pluginIds: readonly string[]): Promise<InstallationRow[]> {
    const rows = await this.rows.findBy({
      organisation_id: organisationId,
      plugin_id: In([...pluginIds]),
      status: Not('removed'),
    });
    return await this.inForce(rows);
  }

  /**
   * Pages of the installations of one plugin in all organisations with their own status, without removed ones, ordered
   * by id: those of all versions or of one version. An installation that is added during the iteration may be missing.
   */
  async *pagesOfPlugin(pluginId: string, version?: string): AsyncGenerator<readonly InstallationRow[]> {
    const where = { plugin_id: pluginId, status: Not('removed' as const), ...(version !== undefined && { version }) };
    let after = '';
    for (;;) {
      const page = await this.rows.find({
        where: { ...where, stream_id: MoreThan(after) },
        order: { stream_id: 'ASC' },
        take: ROWS_PER_PAGE,
      });
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < ROWS_PER_PAGE) return;
      after = last.stream_id;
    }
  }

  /**
   * Installations of the given plugins that were created before `createdBefore`, ordered by plugin and id, after the
   * installation `after`; '' starts at the first. Removed ones are included, because they count for the months in which
   * they ran. The order is that of an index: in the order of ids, each page would read all of them again.
   */
  async findForUsage(
    pluginIds: readonly string[],
    { createdBefore, after, limit }: { readonly createdBefore: Date; readonly after: string; readonly limit: number },
  ): Promise<Pick<InstallationRow, 'stream_id' | 'plugin_id'>[]> {
    const start = '(plugin_id, stream_id) > (select plugin_id, stream_id from installations where stream_id = $4)';
    return await this.rows.query(
      `select stream_id, plugin_id from installations
        where plugin_id = any($1) and created_at < $2 ${after === '' ? '' : `and ${start}`}
        order by plugin_id, stream_id limit $3`,
      [pluginIds, createdBefore, limit, ...(after === '' ? [] : [after])],
    );
  }

  /** How many installations were removed in each of the periods, while they had its version. */
  async countRemovals(periods: readonly CountedPeriod[]): Promise<number[]> {
    const rows: { removals: number }[] = await this.rows.query(
      `select (select count(*)::int from installations i where i.plugin_id = p.plugin_id and i.version = p.version
         and i.status = 'removed' and i.updated_at >= p."from" and i.updated_at < coalesce(p."to", 'infinity')) as removals
       from jsonb_to_recordset($1) as p(index int, plugin_id text, version text, "from" timestamptz, "to" timestamptz)
       order by p.index`,
      [JSON.stringify(periods.map((period, index) => ({ ...period, index })))],
    );
    return rows.map(({ removals }) => removals);
  }

  /** At most `limit` installations whose tools the assistant may call, ordered by id, starting with the id `start`. */
  async findCallable(
    organisationId: string,
    start: string,
    limit: number,
  ): Promise<Pick<InstallationRow, 'stream_id' | 'plugin_id' | 'grants'>[]> {
    const where = {
      organisation_id: organisationId,
      status: In(['installed', 'consent_pending']),
      stream_id: MoreThanOrEqual(start),
    };
    const rows = await this.rows.find({
      select: { stream_id: true, plugin_id: true, version: true, status: true, grants: true as never },
      where,
      order: { stream_id: 'ASC' },
      take: limit,
    });
    return (await this.inForce(rows)).filter(({ status }) => status !== 'suspended');
  }

  private async one(rows: readonly InstallationRow[]): Promise<InstallationRow | null> {
    return (await this.inForce(rows))[0] ?? null;
  }

  /** Gives the installations of suspended releases this status. */
  private async inForce(rows: readonly InstallationRow[]): Promise<InstallationRow[]> {
    const releases = [...new Set(rows.map(({ plugin_id, version }) => listingKey(plugin_id, version)))];
    const found =
      rows.length === 0 ? [] : await this.rows.query<{ stream_id: string }[]>(SUSPENDED_RELEASES, [releases]);
    const suspended = new Set(found.map(({ stream_id }) => stream_id));
    return rows.map((row) =>
      row.status !== 'removed' && suspended.has(listingKey(row.plugin_id, row.version))
        ? { ...row, status: 'suspended' }
        : row,
    );
  }
}
