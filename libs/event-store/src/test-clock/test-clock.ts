import { streamIdOf } from '@kushk/decider';
import { BackgroundLoop, ConfigError, setClockAhead } from '@kushk/runtime';
import type { DataSource } from 'typeorm';
import { clockOfScope } from './clock.js';

/** Two processes of a service differ for at most this long. */
const READ_EVERY_MS = 1_000;
const MS_PER_SECOND = 1_000;

/** How far the log says that the clock runs ahead, in seconds, as text; no row if it was never moved. */
export const readClockText = `select data->>'aheadSeconds' from log_events
  where stream_id = '${streamIdOf(clockOfScope)}' order by version desc limit 1`;

/** Moves the clock of this process as far as the log says. */
export function followStoredClock(aheadSeconds: string | null): void {
  setClockAhead(Number(aheadSeconds ?? 0) * MS_PER_SECOND);
}

/**
 * Keeps the clock of this process at the one of its service. The first read precedes the first command. Between two
 * reads, another process may have moved the clock and stored facts. A batch that finds such facts in its streams reads
 * the clock before it is decided, so no fact is older than the one before in its stream.
 */
export class TestClock {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly service: string,
  ) {
    this.loop = new BackgroundLoop({
      run: () => this.read(),
      everyMs: READ_EVERY_MS,
      failure: 'the clock of the log could not be read',
    });
  }

  async start(): Promise<void> {
    await this.read();
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  async read(): Promise<void> {
    followStoredClock(await this.stored());
  }

  /** Production has no test clock: a log whose facts lie in the future would get facts that are older. */
  async requireRealTime(): Promise<void> {
    const aheadSeconds = await this.stored();
    if (aheadSeconds !== null)
      throw new ConfigError(
        `The data of ${this.service} has a test clock, ${aheadSeconds} s ahead. Production needs an empty database.`,
      );
  }

  private async stored(): Promise<string | null> {
    const [row] = await this.database.query<{ ahead: string }[]>(`select c.* from (${readClockText}) c(ahead)`);
    return row?.ahead ?? null;
  }
}
