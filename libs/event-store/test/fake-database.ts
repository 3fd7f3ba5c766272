/**
 * A database that fails on demand, for property tests of the command loop. It executes the statements of a batch on
 * streams, events and replies in memory, with transactions, version checks and row locks.
 */
import type { BatchClient, BatchConnection } from '../src/postgres/connection.js';
import type { Statement, StatementResult } from '../src/postgres/pipeline.js';
import { readArray, readRows } from './read-binary.js';

/**
 * What happens to the next pipeline or connection attempt.
 *
 * A pipeline that was sent behind another one is executed after it, also when the connection is lost meanwhile.
 *
 * - `lost before`: the connection breaks before the database receives the statements.
 * - `lost after`: the database executes the statements, but its response is lost.
 * - `lost, committed late`: as `lost after`, but the commit ends only after a while.
 * - `lost, received late`: as `lost after`, but the database receives a batch that locked nothing only after a while.
 * - `hang`: no response until the connection is closed.
 * - `conflict`, `defect`, `timeout`: the database rejects the statements and aborts the transaction.
 */
export type Fault =
  | 'none'
  | 'slow'
  | 'lost before'
  | 'lost after'
  | 'lost, committed late'
  | 'lost, received late'
  | 'hang'
  | 'conflict'
  | 'defect'
  | 'timeout';
export const faults: readonly Fault[] = [
  'none',
  'slow',
  'lost before',
  'lost after',
  'lost, committed late',
  'lost, received late',
  'hang',
  'conflict',
  'defect',
  'timeout',
];

const sqlStates: Partial<Record<Fault, string>> = { conflict: '40001', defect: '23514', timeout: '57014' };

export interface StoredEvent {
  readonly position: number;
  readonly streamId: string;
  readonly version: number;
  readonly eventId: string;
  readonly data: { readonly coins: number; readonly month: string };
}
interface StoredStream {
  readonly version: number;
  readonly stateVersion: number;
  readonly state: string;
  /** The row was changed without a new version. */
  readonly isTouched?: boolean;
}
interface Transaction {
  readonly streams: Map<string, StoredStream & { readonly expected: number }>;
  readonly events: StoredEvent[];
  readonly replies: Map<string, readonly string[]>;
}

/** `{"a",NULL}` becomes `['a', '']`. */
const noRows = Buffer.alloc(0);
const eventFields = ['integer', 'text', 'integer', 'uuid', 'text', 'text', 'text', 'other'] as const;
const replyFields = ['text', 'text', 'text', 'text', 'other', 'other'] as const;

/** The items of a parameter that is an array. */
function itemsOf(value: Statement['values'][number]): string[] {
  if (Buffer.isBuffer(value)) return readArray(value);
  return typeof value === 'string' && value.startsWith('{') ? parseArray(value) : [];
}

function parseArray(literal: string): string[] {
  const elements = literal.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,"]+/gs) ?? [];
  return elements.map((element) =>
    element.startsWith('"') ? element.slice(1, -1).replace(/\\(.)/gs, '$1') : element === 'NULL' ? '' : element,
  );
}

/** When the database receives a pipeline late, in milliseconds. */
const receivedLateMs = 15;

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

export class FakeDatabase implements BatchConnection {
  readonly streams = new Map<string, StoredStream>();
  readonly events: StoredEvent[] = [];
  readonly replies = new Map<string, readonly string[]>();
  /** Ends when the pipeline that was received late is executed or rejected. */
  receivedLate: Promise<unknown> = Promise.resolve();
  /** Commits that were requested and have not ended. */
  private readonly committing = new Map<Transaction, Promise<void>>();
  private session: FakeSession | null = null;
  private xid = 0;

  /** `faultsInOrder` are consumed one by one; afterwards nothing fails. */
  constructor(
    private readonly faultsInOrder: Fault[],
    private readonly delayMs: number,
  ) {}

  async client(): Promise<BatchClient> {
    if (this.session !== null) return this.session;
    const session = new FakeSession(this);
    this.session = session;
    if (this.faultsInOrder[0] === 'lost before') {
      this.faultsInOrder.shift();
      this.session = null;
      await pause(0);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    return session;
  }

  discard(): void {
    this.session?.destroy();
    this.session = null;
  }

  close(): Promise<void> {
    this.discard();
    return Promise.resolve();
  }

  get faultsLeft(): number {
    return this.faultsInOrder.length;
  }

  nextFault(): Fault {
    return this.faultsInOrder.shift() ?? 'none';
  }

  delay(): Promise<void> {
    return pause(this.delayMs);
  }

  takeXid(): number {
    return (this.xid += 1);
  }

  /** Waits for running commits that change one of these streams. With `existing`, new streams are not locked. */
  async waitForLocks(streamIds: readonly string[], { existing }: { readonly existing: boolean }): Promise<void> {
    for (const [transaction, committed] of [...this.committing])
      if (streamIds.some((id) => transaction.streams.has(id) && (!existing || this.streams.has(id)))) await committed;
  }

  hasVersions(transaction: Transaction): boolean {
    return [...transaction.streams].every(([id, { expected }]) => (this.streams.get(id)?.version ?? 0) === expected);
  }

  commit(transaction: Transaction, delayMs: number): Promise<void> {
    const apply = (): void => {
      this.committing.delete(transaction);
      for (const [id, stream] of transaction.streams) this.streams.set(id, stream);
      for (const [name, reply] of transaction.replies) this.replies.set(name, reply);
      this.events.push(...transaction.events);
    };
    if (delayMs === 0) {
      apply();
      return Promise.resolve();
    }
    const committed = pause(delayMs).then(apply);
    this.committing.set(transaction, committed);
    return committed;
  }
}

class FakeSession implements BatchClient {
  private transaction: Transaction = emptyTransaction();
  /** After an error, PostgreSQL accepts only a rollback. */
  private isAborted = false;
  private isDestroyed = false;
  private readonly listeners = new Set<() => void>();
  /** Executes what was sent to this session: another session when it is received late, none when it never is. */
  private receiver: FakeSession | null = this;
  /** Ends when everything that was sent before is executed. */
  private executed: Promise<unknown> = Promise.resolve();
  /** Ends when the last commit has ended. */
  private committed: Promise<void> = Promise.resolve();

  constructor(private readonly database: FakeDatabase) {}

  query(): Promise<unknown> {
    this.transaction = emptyTransaction();
    this.isAborted = false;
    return this.isDestroyed ? Promise.reject(lost()) : Promise.resolve();
  }

  destroy(): void {
    this.isDestroyed = true;
    for (const listener of [...this.listeners]) listener();
  }

  sendBehind(statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.sendPipelined(statements);
  }

  async sendPipelined(statements: readonly Statement[]): Promise<StatementResult[]> {
    const fault = this.database.nextFault();
    if (this.isDestroyed) throw lost();
    const work = this.receive(fault, statements);
    const destroyed = new Promise<never>((_resolve, reject) => this.listeners.add(() => reject(lost())));
    return await Promise.race([work, destroyed]);
  }

  /** Executes the statements after those that were received before. */
  private receive(fault: Fault, statements: readonly Statement[]): Promise<StatementResult[]> {
    const work = this.executed.then(() => this.executeWith(fault, statements));
    this.executed = work.catch(() => undefined);
    return work;
  }

  private async executeWith(fault: Fault, statements: readonly Statement[]): Promise<StatementResult[]> {
    const { receiver } = this;
    if (receiver !== this) {
      void receiver?.receive('none', statements).catch(() => undefined);
      throw lost();
    }
    await this.committed;
    const sqlState = sqlStates[fault];
    if (fault !== 'none' && fault !== 'lost after') await this.database.delay();
    if (fault === 'hang') return await new Promise<never>(() => undefined);
    if (fault === 'lost before') throw this.lose(null);
    if (fault === 'lost, received late' && statements.some(({ name }) => name === 'advance')) {
      const late = new FakeSession(this.database);
      late.executed = pause(receivedLateMs);
      this.database.receivedLate = late.receive('none', statements).catch(() => undefined);
      throw this.lose(late);
    }
    const results: StatementResult[] = [];
    try {
      if (sqlState !== undefined) throw Object.assign(new Error(`the database reports ${fault}`), { code: sqlState });
      for (const statement of statements) results.push(await this.execute(statement, fault));
    } catch (error) {
      this.transaction = emptyTransaction();
      this.isAborted = true;
      throw error;
    }
    if (this.isDestroyed || fault.startsWith('lost')) throw this.lose(this);
    return results;
  }

  private lose(receiver: FakeSession | null): Error {
    this.isDestroyed = true;
    this.receiver = receiver;
    return lost();
  }

  private async execute({ name, values, copied = noRows }: Statement, fault: Fault): Promise<StatementResult> {
    const { database, transaction } = this;
    if (this.isAborted && name !== 'rollback') throw aborted();
    const columns = values.map(itemsOf);
    const column = (index: number): string[] => columns[index] ?? [];
    switch (name) {
      case 'begin':
        this.transaction = emptyTransaction();
        return { command: 'BEGIN', rows: [] };
      case 'lock':
        await database.waitForLocks(column(0), { existing: true });
        return { command: 'SELECT', rows: column(0).flatMap((id) => this.streamRow(id)) };
      case 'positions': {
        const xid = database.takeXid();
        return { command: 'SELECT', rows: [[String(xid), String(xid * 65_536)]] };
      }
      case 'replies':
        return {
          command: 'SELECT',
          rows: column(0).flatMap((scope, index) => {
            const reply = database.replies.get(`${scope}/${column(1)[index]}`);
            return reply === undefined ? [] : [[...reply]];
          }),
        };
      case 'proofs':
        return {
          command: 'SELECT',
          rows: database.events.flatMap(({ eventId }) => (column(2).includes(eventId) ? [[eventId, '1']] : [])),
        };
      case 'streams':
        await this.writeStreams(columns);
        return { command: 'SELECT', rows: [] };
      case 'touch':
        for (const id of column(0)) {
          const stream = database.streams.get(id);
          if (stream !== undefined) database.streams.set(id, { ...stream, isTouched: true });
        }
        return { command: 'UPDATE', rows: [] };
      case 'advance':
        await this.writeStreams(columns);
        if (column(0).some((id) => database.streams.get(id)?.isTouched === true)) throw conflict();
        return { command: 'SELECT', rows: [['', String(database.takeXid())]] };
      case 'events':
        for (const row of readRows(copied, eventFields)) this.addEvent(row);
        return { command: 'COPY', rows: [] };
      case 'store_replies':
        for (const row of readRows(copied, replyFields)) {
          const name = `${row[0]}/${row[1]}`;
          if (database.replies.has(name))
            throw Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'log_idempotency_pkey' });
          transaction.replies.set(name, row.slice(0, 4));
        }
        return { command: 'COPY', rows: [] };
      case 'commit':
        if (fault === 'lost, committed late' || fault === 'lost, received late')
          this.committed = database.commit(transaction, 15);
        else await database.commit(transaction, 0);
        return { command: 'COMMIT', rows: [] };
      case 'rollback':
        this.transaction = emptyTransaction();
        this.isAborted = false;
        return { command: 'ROLLBACK', rows: [] };
      default:
        throw new Error(`the fake database does not know the statement ${name}`);
    }
  }

  private addEvent([position, streamId = '', version, eventId = '', , data = '']: readonly string[]): void {
    this.transaction.events.push({
      position: Number(position),
      streamId,
      version: Number(version),
      eventId,
      data: JSON.parse(data) as StoredEvent['data'],
    });
  }

  private async writeStreams(columns: readonly string[][]): Promise<void> {
    const [ids = [], versions = [], expected = [], stateVersions = [], states = []] = columns;
    ids.forEach((id, index) =>
      this.transaction.streams.set(id, {
        version: Number(versions[index]),
        expected: Number(expected[index]),
        stateVersion: Number(stateVersions[index]),
        state: states[index] as string,
      }),
    );
    await this.database.waitForLocks(ids, { existing: false });
    if (!this.database.hasVersions(this.transaction)) throw conflict();
  }

  private streamRow(id: string): string[][] {
    const stream = this.database.streams.get(id);
    return stream === undefined ? [] : [[id, String(stream.version), String(stream.stateVersion), stream.state]];
  }
}

function emptyTransaction(): Transaction {
  return { streams: new Map(), events: [], replies: new Map() };
}

function conflict(): Error {
  return Object.assign(new Error('version conflict'), { code: '40001' });
}

function aborted(): Error {
  return Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
}

function lost(): Error {
  return new Error('Connection terminated unexpectedly');
}
