/** Receives the notifications that a delivery process sends when it changes a circuit (LISTEN/NOTIFY). */
import { databaseUrlOf, PrimaryClient } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CIRCUIT_CHANGES } from './circuits.view.js';

const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MS = 1_000;

/**
 * Notifications only save time: workers also poll the queue with its circuits twice a second, so a notification that
 * is lost while the connection is down delays a change by at most one poll.
 */
@Injectable()
export class CircuitChanges {
  private client: PrimaryClient | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly database: DataSource) {}

  /** Calls `onChange` with the installation id of each change, until `stop`. */
  async start(onChange: (installationId: string) => void): Promise<void> {
    this.isStopped = false;
    await this.listen(onChange);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
    this.client = null;
  }

  private async listen(onChange: (installationId: string) => void): Promise<void> {
    const client = new PrimaryClient({
      connectionString: databaseUrlOf(this.database.options),
      application_name: 'delivery circuit changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    let isLost = false;
    const lost = (err: unknown): void => {
      if (isLost || this.isStopped) return;
      isLost = true;
      log.warn({ err, retry_in_ms: RECONNECT_MS }, 'circuit changes unavailable');
      this.timer = setTimeout(() => void this.listen(onChange), RECONNECT_MS);
    };
    client.on('error', lost);
    client.on('end', () => {
      lost(new Error('the connection has ended'));
    });
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) onChange(payload);
    });
    this.client = client;
    try {
      await client.connect();
      await client.query(`listen ${CIRCUIT_CHANGES}`);
    } catch (error) {
      lost(error);
      await client.end().catch(() => undefined);
    }
  }
}
