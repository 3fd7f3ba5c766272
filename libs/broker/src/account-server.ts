import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/nats-core';
import { log } from '@kushk/runtime';
import { connectionOptions } from './broker-connection.js';

const answerWithinMs = 2_000;

/** The server does not take what it was given: nothing that is tried again unchanged helps. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}

interface ClaimAnswer {
  readonly data?: unknown;
  readonly error?: { readonly description?: string };
}

/**
 * The accounts of a NATS in operator mode with the full resolver, managed through its system account. Connected at
 * the first question; a server that is away is an error of the question and no harm: ask again later.
 */
export class AccountServer {
  private connection: NatsConnection | null = null;
  private connecting: Promise<NatsConnection> | null = null;
  private connections = 0;
  private isUp = false;
  private isClosed = false;

  constructor(
    private readonly address: string,
    private readonly credentials: string,
    private readonly name: string,
  ) {}

  /** Another number than before: the server may be another one, or have lost what it was told. */
  async connected(): Promise<number> {
    await this.link();
    return this.connections;
  }

  /** Makes the account that the JWT describes, or changes it; in force for running connections too. Throws `AccountRefused`. */
  async put(jwt: string): Promise<void> {
    await this.ask('CLAIMS.UPDATE', jwt);
  }

  /** Unmakes accounts by a request that the operator has signed; ends their connections. Throws `AccountRefused`. */
  async remove(request: string): Promise<void> {
    await this.ask('CLAIMS.DELETE', request);
  }

  /** Ids (public keys) of all accounts that the server keeps. */
  async list(): Promise<readonly string[]> {
    const { data } = await this.ask('CLAIMS.LIST', '');
    return Array.isArray(data) ? data.filter((id) => typeof id === 'string') : [];
  }

  /** The JWT of an account, or null where the server has none. */
  async lookUp(id: string): Promise<string | null> {
    const answer = await (
      await this.link()
    ).request(`$SYS.REQ.ACCOUNT.${id}.CLAIMS.LOOKUP`, '', { timeout: answerWithinMs });
    return answer.string() || null;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.connecting?.catch(() => undefined);
    await this.connection?.close();
  }

  private async ask(what: string, body: string): Promise<ClaimAnswer> {
    const answer = (
      await (await this.link()).request(`$SYS.REQ.${what}`, body, { timeout: answerWithinMs })
    ).json<ClaimAnswer>();
    if (answer.error) throw new AccountRefused(answer.error.description ?? 'refused without a word');
    return answer;
  }

  private async link(): Promise<NatsConnection> {
    if (this.isClosed || (this.connection !== null && !this.isUp)) throw new Error('no connection');
    if (this.connection !== null) return this.connection;
    this.connecting ??= connect({
      ...connectionOptions(this.address, this.name, this.credentials),
      timeout: answerWithinMs,
    }).finally(() => (this.connecting = null));
    const connection = await this.connecting;
    if (this.connection !== connection) {
      this.connection = connection;
      this.connections++;
      this.isUp = true;
      void this.watch(connection);
    }
    return connection;
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.isUp = false;
      if (status.type === 'reconnect') {
        this.isUp = true;
        this.connections++;
      }
      if (status.type === 'error') log.warn({ error: status.error }, 'nats refused something of its accounts');
    }
    if (this.connection === connection) this.connection = null;
  }
}
