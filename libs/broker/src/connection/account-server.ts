import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/nats-core';
import { log } from '@kushk/runtime';
import { connectionOptions } from './connection-options.js';

const responseTimeoutMs = 2_000;

/** The NATS server rejected an account JWT. Repeating the same request fails again. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}

interface ClaimResponse {
  readonly data?: unknown;
  readonly error?: { readonly description?: string };
}

/**
 * Manages the accounts of a NATS server that runs in operator mode with the full resolver. Uses the server's system
 * account and connects on the first call. While the server is unavailable every call rejects; callers may repeat it
 * later.
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

  /**
   * Connects if necessary and returns the number of connections made so far. A caller that sees a new number must
   * expect another server, or a server that has lost accounts.
   */
  async connected(): Promise<number> {
    await this.connect();
    return this.connections;
  }

  /**
   * Creates or updates the account that the JWT describes. The change also applies to open connections. Throws
   * `AccountRefused`.
   */
  async put(jwt: string): Promise<void> {
    await this.updateClaims('CLAIMS.UPDATE', jwt);
  }

  /**
   * Deletes accounts with a request that the operator has signed, and closes the connections of these accounts.
   * Throws `AccountRefused`.
   */
  async remove(request: string): Promise<void> {
    await this.updateClaims('CLAIMS.DELETE', request);
  }

  /** Returns the ids (public keys) of all accounts on the server. */
  async list(): Promise<readonly string[]> {
    const { data } = await this.updateClaims('CLAIMS.LIST', '');
    return Array.isArray(data) ? data.filter((id) => typeof id === 'string') : [];
  }

  /** Returns the JWT of an account, or null when the server has no such account. */
  async lookUp(id: string): Promise<string | null> {
    const response = await this.request(`ACCOUNT.${id}.CLAIMS.LOOKUP`, '');
    return response.string() || null;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.connecting?.catch(() => undefined);
    await this.connection?.close();
  }

  private async updateClaims(operation: string, body: string): Promise<ClaimResponse> {
    const response = (await this.request(operation, body)).json<ClaimResponse>();
    if (response.error) throw new AccountRefused(response.error.description ?? 'refused without a reason');
    return response;
  }

  private async request(operation: string, body: string) {
    const connection = await this.connect();
    return connection.request(`$SYS.REQ.${operation}`, body, { timeout: responseTimeoutMs });
  }

  private async connect(): Promise<NatsConnection> {
    if (this.isClosed || (this.connection !== null && !this.isUp)) throw new Error('no connection');
    if (this.connection !== null) return this.connection;
    this.connecting ??= connect({
      ...connectionOptions(this.address, this.name, this.credentials),
      timeout: responseTimeoutMs,
    }).finally(() => (this.connecting = null));
    const connection = await this.connecting;
    if (this.connection !== connection) {
      this.connection = connection;
      this.connections++;
      this.isUp = true;
      void this.watchStatus(connection);
    }
    return connection;
  }

  private async watchStatus(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.isUp = false;
      if (status.type === 'reconnect') {
        this.isUp = true;
        this.connections++;
      }
      if (status.type === 'error') log.warn({ err: status.error }, 'nats reported an error on the system account');
    }
    if (this.connection === connection) this.connection = null;
  }
}
