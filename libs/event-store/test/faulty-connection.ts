/** A connection to PostgreSQL that fails on demand, for specs of the command loop. */
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, type BatchClient, type BatchConnection } from '../src/postgres/connection.js';
import { NoAnswer } from '../src/postgres/pipelined-client.js';
import type { Statement, StatementResult } from '../src/postgres/pipeline.js';

/**
 * What happens to the next pipeline or connection attempt.
 *
 * - `lost before`: the connection breaks before PostgreSQL receives the statements.
 * - `lost after`: PostgreSQL executes the statements, but its response is lost.
 * - `lost, committed late`: as `lost after`, but PostgreSQL receives the COMMIT only after a while.
 * - `lost, received late`: as `lost after`, but PostgreSQL receives the statements only after a while.
 * - `hang`: no response until the connection is closed.
 * - `conflict`, `defect`, `timeout`: PostgreSQL rejects the last statement.
 */
export const faults = [
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
] as const;
export type Fault = (typeof faults)[number];

const sqlStates: Partial<Record<Fault, string>> = { conflict: '40001', defect: '23514', timeout: '57014' };

/** When PostgreSQL receives what it receives late, in milliseconds. */
const lateMs = 15;

export class FaultyConnection implements BatchConnection {
  private session: FaultySession | null = null;
  private readonly late: Promise<unknown>[] = [];

  /** `faultsInOrder` are consumed one by one; afterwards nothing fails. Every fault takes `delayMs`. */
  constructor(
    private readonly databaseUrl: string,
    private readonly faultsInOrder: Fault[] = [],
    private readonly delayMs = 0,
  ) {}

  async client(): Promise<FaultySession> {
    if (this.session !== null) return this.session;
    if (this.faultsInOrder[0] === 'lost before') {
      this.faultsInOrder.shift();
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    const connection = new Connection(this.databaseUrl, 'faulty connection');
    const client = await connection.client();
    this.session = new FaultySession(this, connection, client);
    return this.session;
  }

  discard(): void {
    this.session?.lose();
    this.session = null;
  }

  async close(): Promise<void> {
    this.discard();
    await this.receivedLate();
  }

  /** Resolves when everything that PostgreSQL receives late has its result. */
  async receivedLate(): Promise<void> {
    await Promise.all(this.late);
  }

  async nextFault(): Promise<Fault> {
    const fault = this.faultsInOrder.shift() ?? 'none';
    if (fault !== 'none' && fault !== 'lost after') await pause(this.delayMs);
    return fault;
  }

  /** The session ends for the loop, and its server still receives statements. */
  finishLate(session: FaultySession, work: Promise<unknown>): void {
    if (this.session === session) this.session = null;
    this.late.push(work.catch(() => undefined));
  }
}

class FaultySession implements BatchClient {
  /** Number of pipelines that were sent. */
  pipelines = 0;
  private readonly lost: Promise<never>;
  private reject: (reason: Error) => void = () => undefined;

  constructor(
    private readonly owner: FaultyConnection,
    private readonly connection: Connection,
    private readonly client: BatchClient,
  ) {
    this.lost = new Promise((_resolve, reject) => (this.reject = reject));
    this.lost.catch(() => undefined);
  }

  query(text: string): Promise<unknown> {
    return Promise.race([this.client.query(text), this.lost]);
  }

  lose(): Error {
    this.connection.discard();
    const error = lost();
    this.reject(error);
    return error;
  }

  sendPipelined(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    this.pipelines += 1;
    return Promise.race([this.sendWithFault(statements), this.lost]);
  }

  private async sendWithFault(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    const fault = await this.owner.nextFault();
    const begun = statements.slice(0, -1);
    switch (fault) {
      case 'none':
      case 'slow':
        return await this.client.sendPipelined(statements);
      case 'hang':
        return await this.lost;
      case 'lost before':
        throw this.lose();
      case 'lost after':
        await this.client.sendPipelined(statements).catch(() => undefined);
        throw this.lose();
      case 'lost, committed late':
        await this.client.sendPipelined(begun).catch(() => undefined);
        throw this.sendLate(statements.slice(-1));
      case 'lost, received late':
        throw this.sendLate(statements);
      case 'conflict':
      case 'defect':
      case 'timeout':
        return await this.client.sendPipelined([...begun, failWith(fault)]);
    }
  }

  private sendLate(statements: readonly Statement[]): Error {
    const send = async (): Promise<void> => {
      await pause(lateMs);
      await this.client.sendPipelined(statements).finally(() => this.connection.discard());
    };
    this.owner.finishLate(this, send());
    return lost();
  }
}

/** As a socket may fail: the driver passes on what it gets. */
function lost(): Error {
  return new NoAnswer(Object.assign(new Error('no list of errors has this one'), { code: 'EUNHEARDOF' }));
}

function failWith(fault: Fault): Statement {
  const text = `do $$ begin raise 'the database reports ${fault}' using errcode = '${sqlStates[fault]}'; end $$`;
  return { name: `fail with ${fault}`, text, values: [] };
}
