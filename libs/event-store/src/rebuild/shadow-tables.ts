/**
 * The tables into which a rebuild folds the log: one per live table of a view, one for the stream states, and one for
 * the progress. They are ordinary tables, so that each chunk of facts is a short transaction of its own and an
 * interrupted rebuild continues: a long transaction with a transaction id would stop the relays of every service in the
 * PostgreSQL cluster.
 */
import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { begin, commit, rollback } from '../loop/batch-statements.js';
import { foldStored } from '../log/unknown-fact.js';
import type { LoadedStream } from '../loop/decide-batch.js';
import type { StoreDefinition } from '../definition.js';
import type { Statement } from '../postgres/pipeline.js';
import type { PipelinedClient } from '../postgres/pipelined-client.js';
import { readFacts, type FactChunk, type LogPosition, type Readable } from './shadow-facts.js';
import { createUniqueIndexes } from './shadow-indexes.js';
import { ShadowStates } from './shadow-states.js';
import type { CheckedContents } from './missing-contents.js';
import type { RebuiltTable } from './table-difference.js';
import { tableOf, viewWriter, type ViewWriter } from '../views/view-sql.js';

export interface ShadowSettings {
  readonly definition: StoreDefinition;
  readonly dataSource: DataSource;
  /** Tables that replace the live ones must survive a crash of PostgreSQL. Others need no write-ahead log. */
  readonly isLogged: boolean;
  readonly chunkFacts: number;
}

/** The connections of a rebuild. */
export interface ShadowClients {
  /** Writes the tables. */
  readonly writer: PipelinedClient;
  /** Reads the log. */
  readonly reader: PipelinedClient;
}

export class ShadowTables {
  readonly tables: RebuiltTable[] = [];
  readonly contents: CheckedContents[] = [];
  private readonly writers: ViewWriter[] = [];
  private readonly states: ShadowStates;
  private cursor: LogPosition = { xid: '0', position: '0' };
  private count = 0;
  private touched: Set<string> | null = null;
  private readonly clients: ShadowClients;
  private readonly settings: ShadowSettings;

  constructor(clients: ShadowClients, settings: ShadowSettings) {
    this.clients = clients;
    this.settings = settings;
    this.states = new ShadowStates(clients.writer, settings.definition.streams);
    const byName = new Map<string, RebuiltTable>();
    for (const [index, view] of settings.definition.views.entries()) {
      // Other code updates and deletes the rows of a queue table, so its content cannot be derived from the log.
      if (view.kind === 'fact' && view.isQueue === true) continue;
      const live = tableOf(settings.dataSource.getMetadata(view.entity));
      if (view.kind === 'content') {
        this.contents.push({ table: live.name, category: view.of.category, digest: view.digest });
        continue;
      }
      const table = byName.get(live.name) ?? { live, rebuilt: `"rebuild_${byName.size}"` };
      byName.set(live.name, table);
      this.writers.push(viewWriter(view, { ...live, name: table.rebuilt }, `rebuild_${index}`));
    }
    this.tables.push(...byName.values());
  }

  /** Number of facts that are folded and stored. */
  get facts(): number {
    return this.count;
  }

  /** Continues an interrupted rebuild of the same definition, else creates empty tables. */
  async open(): Promise<void> {
    const fingerprint = this.fingerprint();
    const { rows: exists } = await this.clients.writer.query<{ exists: boolean }>(
      `select to_regclass('rebuild_progress') is not null as exists`,
    );
    if (exists[0]?.exists === true) {
      const { rows } = await this.clients.writer.query<{ xid: string; position: string; facts: string }>(
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

  /** From now on, collects the ids of the streams whose facts are folded. */
  collectTouched(): ReadonlySet<string> {
    return (this.touched = new Set());
  }

  /**
   * Folds the facts that the log has now, and returns their number. While a chunk is folded, the next one is read and
   * the previous one is written. `onStored` is called after each chunk.
   */
  async fold(which: Readable, onStored?: () => void | Promise<void>): Promise<number> {
    const before = this.count;
    let stored: Promise<void> | null = null;
    const untilStored = async (): Promise<void> => {
      if (stored === null) return;
      await stored;
      await onStored?.();
    };
    for (let chunk = await this.read(which, this.cursor); chunk.last !== null;) {
      const { facts, last, isFull } = chunk;
      const next = isFull ? this.read(which, last) : null;
      const folding = this.foldChunk(facts);
      // The cause comes first: a chunk that cannot be written makes the statements after it fail as well.
      folding.catch(() => undefined);
      await untilStored();
      stored = this.store(await folding, { last, count: this.count + facts.length });
      stored.catch(() => undefined);
      if (next === null) break;
      chunk = await next;
    }
    await untilStored();
    return this.count - before;
  }

  private read(which: Readable, after: LogPosition): Promise<FactChunk> {
    const chunk = readFacts(this.clients.reader, which, { after, limit: this.settings.chunkFacts });
    // A chunk that is read in advance may fail before anything waits for it.
    chunk.catch(() => undefined);
    return chunk;
  }

  private async foldChunk(recorded: FactChunk['facts']): Promise<Statement[]> {
    const streams = await this.states.of(recorded);
    const facts = recorded.map((fact) => {
      const stream = streams.get(fact.streamId) as LoadedStream;
      stream.state = foldStored(stream.type, stream.state, fact);
      stream.version = fact.version;
      this.touched?.add(fact.streamId);
      return { fact, state: stream.state };
    });
    const changes = { streams: [...streams.values()], facts };
    return [...this.writers.flatMap((writer) => writer.write(changes)), this.states.write(changes.streams)];
  }

  private async store(statements: readonly Statement[], { last, count }: { last: LogPosition; count: number }) {
    const { writer } = this.clients;
    try {
      await writer.sendPipelined([begin, ...statements, saveProgress({ ...last, count }), commit]);
    } catch (error) {
      await writer.sendPipelined([rollback]);
      throw error;
    }
    this.cursor = last;
    this.count = count;
  }

  /** Number of committed facts that are not folded, at most `limit`. */
  async remaining(limit: number): Promise<number> {
    const { rows } = await this.clients.writer.query<{ count: string }>(
      `select count(*)::text as count from (select 1 from log_events e
        where (e.xid, e.position) > ($1::xid8, $2::bigint) order by e.xid, e.position limit ${limit}) r`,
      [this.cursor.xid, this.cursor.position],
    );
    return Number(rows[0]?.count ?? 0);
  }

  async drop(): Promise<void> {
    const { rows } = await this.clients.writer.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class where relkind = 'r'
        and relnamespace = current_schema()::regnamespace and relname ~ '^rebuild_([0-9]+|states|progress)$'`,
    );
    if (rows.length > 0) await this.clients.writer.query(`drop table ${rows.map(({ name }) => name).join(', ')}`);
  }

  private async create(fingerprint: string): Promise<void> {
    const { writer } = this.clients;
    const table = this.settings.isLogged ? 'table' : 'unlogged table';
    await writer.query('begin');
    for (const { live, rebuilt } of this.tables) {
      const { rows } = await writer.query<{ options: string | null }>(
        `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`,
        [live.name],
      );
      const options = rows[0]?.options ?? null;
      const storage = options === null ? '' : ` with (${options})`;
      await writer.query(`create ${table} ${rebuilt} (like ${live.name} including all excluding indexes)${storage}`);
      if (this.isUpserted(rebuilt)) await createUniqueIndexes(writer, { live, rebuilt });
    }
    await writer.query(`create ${table} rebuild_states
      (stream_id text collate "C" primary key, version bigint, state_version integer, state json, is_final boolean)
      with (fillfactor = 50)`);
    await writer.query(`create ${table} rebuild_progress
      (fingerprint text not null, xid xid8 not null, position bigint not null, facts bigint not null)`);
    await writer.query(`insert into rebuild_progress values ($1, '0', 0, 0)`, [fingerprint]);
    await writer.query('commit');
  }

  /** Whether rows of the table are changed. The others need no index until the table replaces the live one. */
  private isUpserted(rebuilt: string): boolean {
    return this.writers.some(({ view, table }) => table.name === rebuilt && view.kind !== 'fact');
  }

  /** Changes with everything that decides what the tables contain, as far as it can be read from the definition. */
  private fingerprint(): string {
    const { definition, isLogged } = this.settings;
    const streams = definition.streams.map(({ category, stateVersion, evolve }) => [
      category,
      stateVersion,
      String(evolve),
    ]);
    const views = definition.views.map((view) => [view.kind, String('row' in view ? view.row : view.rows)]);
    const tables = this.tables.map(({ live }) => live);
    return createHash('sha256')
      .update(JSON.stringify([isLogged, streams, views, tables]))
      .digest('hex');
  }
}

function saveProgress({ xid, position, count }: { xid: string; position: string; count: number }): Statement {
  return {
    name: 'rebuild_progress',
    text: 'update rebuild_progress set xid = $1::xid8, position = $2::bigint, facts = $3::bigint',
    values: [xid, position, count],
  };
}
