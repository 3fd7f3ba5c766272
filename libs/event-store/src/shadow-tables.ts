/**
 * The tables into which a rebuild folds the log: one per live table of a view, one for the stream states, and one for
 * the progress. They are ordinary tables, so that each chunk of facts is a short transaction of its own and an
 * interrupted rebuild continues: a long transaction with a transaction id would stop the relays of every service in the
 * PostgreSQL cluster.
 */
import type { AnyStreamType } from '@kushk/decider';
import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { plainArray, textArray } from './array-literal.js';
import { begin, commit, rollback } from './batch-statements.js';
import type { LoadedStream } from './decide-batch.js';
import type { StoreDefinition } from './definition.js';
import type { PipelinedClient, Statement } from './pipelined-client.js';
import { eventColumns, recordedFact, type EventRow } from './recorded-fact.js';
import { parseState, serializeState } from './stream-state.js';
import type { RebuiltTable } from './table-difference.js';
import { tableOf, viewWriter, type ViewWriter } from './view-sql.js';

/** Maximum size of the facts of a chunk, in bytes of data. */
const chunkBytes = 16 * 1024 * 1024;

export interface ShadowSettings {
  readonly definition: StoreDefinition;
  readonly dataSource: DataSource;
  /** Tables that replace the live ones must survive a crash of PostgreSQL. Others need no write-ahead log. */
  readonly isLogged: boolean;
  readonly chunkFacts: number;
}

export class ShadowTables {
  readonly tables: RebuiltTable[] = [];
  /** Streams with facts in the chunks since `touched.clear()`. */
  readonly touched = new Set<string>();
  private readonly writers: ViewWriter[] = [];
  private readonly types: ReadonlyMap<string, AnyStreamType>;
  private cursor = { xid: '0', position: '0' };
  private count = 0;
  private readonly client: PipelinedClient;
  private readonly settings: ShadowSettings;

  constructor(client: PipelinedClient, settings: ShadowSettings) {
    this.client = client;
    this.settings = settings;
    this.types = new Map(settings.definition.streams.map((type) => [type.category, type]));
    const byName = new Map<string, RebuiltTable>();
    for (const [index, view] of settings.definition.views.entries()) {
      // Other code updates and deletes the rows of a queue table, so its content cannot be derived from the log.
      if (view.kind === 'fact' && view.isQueue === true) continue;
      const live = tableOf(settings.dataSource.getMetadata(view.entity));
      const table = byName.get(live.name) ?? { live, rebuilt: `"rebuild_${byName.size}"` };
      byName.set(live.name, table);
      this.writers.push(viewWriter(view, { ...live, name: table.rebuilt }, `rebuild_${index}`));
    }
    this.tables.push(...byName.values());
  }

  /** Number of facts that are folded. */
  get facts(): number {
    return this.count;
  }

  /** Continues an interrupted rebuild of the same definition, else creates empty tables. */
  async open(): Promise<void> {
    const fingerprint = this.fingerprint();
    const { rows: exists } = await this.client.query<{ exists: boolean }>(
      `select to_regclass('rebuild_progress') is not null as exists`,
    );
    if (exists[0]?.exists === true) {
      const { rows } = await this.client.query<{ xid: string; position: string; facts: string }>(
        'select xid::text as xid, position::text as position, facts::text as facts from rebuild_progress where fingerprint = $1',
        [fingerprint],
      );
      const [saved] = rows;
      if (saved !== undefined) {
        this.cursor = { xid: saved.xid, position: saved.position };
        this.count = Number(saved.facts);
        return;
      }
      await this.drop();
    }
    await this.create(fingerprint);
  }

  /** Folds the next facts. Returns their number. `settled` leaves out what an older transaction may still precede. */
  async foldChunk(which: 'settled' | 'all'): Promise<number> {
    const rows = await this.read(which);
    const last = rows.at(-1);
    if (last === undefined) return 0;
    const recorded = rows.map(recordedFact);
    const streams = await this.loadStreams(new Set(recorded.map(({ streamId }) => streamId)));
    const facts = recorded.map((fact) => {
      const stream = streams.get(fact.streamId) as LoadedStream;
      stream.state = stream.type.evolve(stream.state, fact);
      stream.version = fact.version;
      this.touched.add(fact.streamId);
      return { fact, state: stream.state };
    });
    const changes = { streams: [...streams.values()], facts };
    const views = this.writers.flatMap((writer) => writer.write(changes));
    const count = this.count + rows.length;
    const progress = saveProgress({ xid: last.xid, position: last.position, count });
    try {
      await this.client.sendPipelined([begin, ...views, writeStates(changes.streams), progress, commit]);
    } catch (error) {
      await this.client.sendPipelined([rollback]);
      throw error;
    }
    this.cursor = { xid: last.xid, position: last.position };
    this.count = count;
    return rows.length;
  }

  /** Number of committed facts that are not folded, at most `limit`. */
  async remaining(limit: number): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(
      `select count(*)::text as count from (select 1 from log_events e
        where (e.xid, e.position) > ($1::xid8, $2::bigint) order by e.xid, e.position limit ${limit}) r`,
      [this.cursor.xid, this.cursor.position],
    );
    return Number(rows[0]?.count ?? 0);
  }

  async drop(): Promise<void> {
    const { rows } = await this.client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class where relkind = 'r'
        and relnamespace = current_schema()::regnamespace and relname ~ '^rebuild_([0-9]+|states|progress)$'`,
    );
    if (rows.length > 0) await this.client.query(`drop table ${rows.map(({ name }) => name).join(', ')}`);
  }

  private async create(fingerprint: string): Promise<void> {
    const table = this.settings.isLogged ? 'table' : 'unlogged table';
    await this.client.query('begin');
    for (const { live, rebuilt } of this.tables) {
      const { rows } = await this.client.query<{ options: string | null }>(
        `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`,
        [live.name],
      );
      const options = rows[0]?.options ?? null;
      const storage = options === null ? '' : ` with (${options})`;
      await this.client.query(`create ${table} ${rebuilt} (like ${live.name} including all)${storage}`);
    }
    await this.client.query(`create ${table} rebuild_states
      (stream_id text collate "C" primary key, version bigint, state_version integer, state json, is_final boolean)`);
    await this.client.query(`create ${table} rebuild_progress
      (fingerprint text not null, xid xid8 not null, position bigint not null, facts bigint not null)`);
    await this.client.query(`insert into rebuild_progress values ($1, '0', 0, 0)`, [fingerprint]);
    await this.client.query('commit');
  }

  /** Changes with everything that decides what the tables contain, as far as it can be read from the definition. */
  private fingerprint(): string {
    const { definition, isLogged } = this.settings;
    const streams = definition.streams.map(({ category, stateVersion, evolve }) => [
      category,
      stateVersion,
      String(evolve),
    ]);
    const views = definition.views.map((view) => [view.kind, String(view.kind === 'state' ? view.row : view.rows)]);
    const tables = this.tables.map(({ live }) => live);
    return createHash('sha256')
      .update(JSON.stringify([isLogged, streams, views, tables]))
      .digest('hex');
  }

  private async read(which: 'settled' | 'all'): Promise<(EventRow & { xid: string })[]> {
    const horizon = which === 'settled' ? 'and l.xid < pg_snapshot_xmin(pg_current_snapshot())' : '';
    const { rows } = await this.client.query<EventRow & { xid: string }>({
      name: `rebuild_${which}`,
      text: `select * from (
          select e.xid::text as xid, ${eventColumns},
            sum(e.data_bytes) over (order by e.xid, e.position) - e.data_bytes as before
          from (select * from log_events l where (l.xid, l.position) > ($1::xid8, $2::bigint) ${horizon}
            order by l.xid, l.position limit ${this.settings.chunkFacts}) e) b
        where b.before < ${chunkBytes}`,
      values: [this.cursor.xid, this.cursor.position],
    });
    return rows;
  }

  private async loadStreams(streamIds: ReadonlySet<string>): Promise<Map<string, LoadedStream>> {
    const { rows } = await this.client.query<{ stream_id: string; version: string; state: string }>({
      name: 'rebuild_states',
      text: `select stream_id, version::text as version, state::text as state from rebuild_states
        where stream_id = any($1::text[])`,
      values: [textArray([...streamIds])],
    });
    const stored = new Map(rows.map((row) => [row.stream_id, row]));
    const streams = new Map<string, LoadedStream>();
    for (const streamId of streamIds) {
      const dash = streamId.indexOf('-');
      const category = streamId.slice(0, dash);
      const type = this.types.get(category);
      if (type === undefined)
        throw new TypeError(`the log has facts of "${category}", a stream type that the service does not define`);
      const row = stored.get(streamId);
      const version = Number(row?.version ?? 0);
      const state: unknown = row === undefined ? type.initial : parseState(type, row.state);
      streams.set(streamId, { streamId, id: streamId.slice(dash + 1), type, storedVersion: version, version, state });
    }
    return streams;
  }
}

function writeStates(streams: readonly LoadedStream[]): Statement {
  return {
    name: 'rebuild_put_states',
    text: `insert into rebuild_states as s (stream_id, version, state_version, state, is_final)
      select u.stream_id, u.version, u.state_version, u.state::json, u.is_final
      from unnest($1::text[], $2::bigint[], $3::int[], $4::text[], $5::boolean[])
        as u(stream_id, version, state_version, state, is_final)
      on conflict (stream_id) do update set version = excluded.version, state_version = excluded.state_version,
        state = excluded.state, is_final = excluded.is_final`,
    values: [
      textArray(streams.map(({ streamId }) => streamId)),
      plainArray(streams.map(({ version }) => version)),
      plainArray(streams.map(({ type }) => type.stateVersion)),
      textArray(streams.map(({ type, state }) => serializeState(type, state))),
      textArray(streams.map(({ type, state }) => (type.isFinal?.(state) === true ? 't' : 'f'))),
    ],
  };
}

function saveProgress({ xid, position, count }: { xid: string; position: string; count: number }): Statement {
  return {
    name: 'rebuild_progress',
    text: 'update rebuild_progress set xid = $1::xid8, position = $2::bigint, facts = $3::bigint',
    values: [xid, position, count],
  };
}
