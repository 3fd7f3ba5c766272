/**
 * The relay tails the log and publishes public facts in log order. The log is the outbox: the relay publishes every
 * committed public fact, and never an uncommitted one.
 *
 * The cursor is `(xid, position)` because a transaction that reserved its positions early may commit late. A reader
 * that orders by position alone would already have passed its facts. Below `pg_snapshot_xmin` every transaction has
 * ended, so no new rows can appear there. Within an event stream, the order of transaction ids is the order of
 * versions: the command loop rejects any other order (`last_xid`).
 *
 * The JetStream stream itself shows what was published, because each message carries its cursor. The checkpoint in the
 * table `log_relay` avoids reading private facts again. It is also needed when JetStream no longer stores the last
 * message.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CommitSignal } from './commit-signal.js';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import type { PendingFact } from '../loop/decide-batch.js';
import type { StoreLog, StoreMeasure } from '../definition.js';
import { errorClassOf } from '../error-class.js';
import { UnknownFact } from '../log/unknown-fact.js';
import { FactPublisher } from './fact-publisher.js';
import type { FactStream, LastMessage } from './fact-stream.js';
import { factTranslator, type FactTranslator } from './outgoing-fact.js';
import { PipelinedClient } from '../postgres/pipelined-client.js';
import { PublishedTypes, type Publication } from './publication.js';
import { RelayLag } from './relay-lag.js';
import { RelayLog } from './relay-log.js';
import { RelayParking } from './relay-parking.js';
import { relayFacts } from './relay-session.js';

/** How often a process tries to become the relay of its service while another process is the relay. */
const lockPollMs = 500;
/** Delay after a fact that only a newer version knows, in which a process of that version becomes the relay. */
const newerVersionPauseMs = 4 * lockPollMs;
/** Delay after a failure. It doubles until facts are published again. */
const failurePauseMs = { first: 100, longest: 1_000 };
const queryTimeoutMs = 10_000;

export interface RelaySettings {
  readonly databaseUrl: string;
  /** Reads of the log that measure the relay's lag. */
  readonly reads: DataSource;
  readonly service: string;
  readonly scope: string;
  readonly stream: FactStream;
  readonly publications: readonly Publication[];
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
}

/** Runs the relay as long as the process lives: connects, becomes the relay, and starts over after a failure. */
export class Relay {
  private running: Promise<void> | null = null;
  private pauseMs = failurePauseMs.first;
  /** The newest message of the stream while the log does not have it; null otherwise. */
  private behind: LastMessage | null = null;
  private readonly commits = new CommitSignal();
  private readonly stopping = new AbortController();
  private readonly translate: FactTranslator;
  private readonly published: PublishedTypes;
  private readonly lag: RelayLag;
  private readonly settings: RelaySettings;

  constructor(settings: RelaySettings) {
    this.settings = settings;
    this.translate = factTranslator(settings.scope, settings.publications);
    this.published = new PublishedTypes(settings.publications);
    this.lag = new RelayLag(settings);
  }

  start(): void {
    this.running ??= this.keepRunning();
    this.lag.start();
  }

  /**
   * Notifies the relay of a transaction of this process that stored facts. It reads private facts with its next poll:
   * a busy service with few public facts would otherwise read its log after each commit.
   */
  notify(xid: bigint, facts: readonly Pick<PendingFact, 'fact'>[]): void {
    if (facts.some(({ fact }) => this.published.has(fact))) this.commits.notify(xid);
  }

  /** Throws while this process is the relay and publishes nothing, because the log went back in time. */
  check(): void {
    if (this.behind !== null) throw new Error(`the log lost published facts: run "${this.resetCommand}"`);
  }

  /** Finishes the batch in flight and stops. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.commits.interrupt();
    await this.lag.stop();
    await this.running;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepRunning(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.runOnce();
      } catch (error) {
        if (this.isStopping) return;
        this.logFailure(error);
        if (error instanceof UnknownFact) {
          await this.pause(newerVersionPauseMs);
          continue;
        }
        await this.pause(this.pauseMs);
        this.pauseMs = Math.min(this.pauseMs * 2, failurePauseMs.longest);
      }
    }
  }

  private async runOnce(): Promise<void> {
    const { databaseUrl, service, stream, measure, log: storeLog } = this.settings;
    const client = new PipelinedClient({
      connectionString: databaseUrl,
      application_name: `${service} relay`,
      keepAlive: true,
      ...SESSION_TIMEOUTS.request,
      query_timeout: queryTimeoutMs,
      options: '-c enable_seqscan=off -c enable_bitmapscan=off -c synchronous_commit=off -c jit=off',
    });
    client.onLost(() => undefined);
    try {
      await client.connect();
      const log = new RelayLog(client, {
        service,
        translate: this.translate,
        published: this.published,
        maxMessageBytes: () => stream.maxMessageBytes(),
      });
      if (!(await this.becomeRelay(log))) return;
      await relayFacts({
        log,
        publisher: new FactPublisher(stream, measure),
        parking: new RelayParking(client, { service, log: storeLog }),
        commits: this.commits,
        stop: this.stopping.signal,
        onProgress: (cursor) => {
          this.pauseMs = failurePauseMs.first;
          this.setBehind(null);
          this.lag.published(cursor);
        },
        onBehind: (last) => this.setBehind(last),
      });
    } finally {
      this.lag.published(null);
      await client.end();
    }
  }

  /** Waits for the service's relay lock. Returns false when the process stops first. */
  private async becomeRelay(log: RelayLog): Promise<boolean> {
    while (!(await log.tryLock())) {
      // Another process is the relay now, and reports its state.
      this.setBehind(null);
      await this.pause(lockPollMs);
      if (this.isStopping) return false;
    }
    return true;
  }

  private setBehind(last: LastMessage | null): void {
    const { service, log, measure } = this.settings;
    measure.logBehindStream(last !== null);
    if (last !== null && this.behind === null)
      log.error(
        { service, stream_id: last.streamId, version: last.version, event_id: last.eventId, sequence: last.sequence },
        `JetStream has facts that the log lost: nothing is published until you run "${this.resetCommand}"`,
      );
    this.behind = last;
  }

  private get resetCommand(): string {
    return `kushk-deploy streams reset --service ${this.settings.service}`;
  }

  private logFailure(err: unknown): void {
    const { service, log } = this.settings;
    if (err instanceof UnknownFact) log.warn({ service, err }, 'relay left to a newer version');
    else if (errorClassOf(err) === 'conflict') log.info({ service, err }, 'relay continues at the end of its stream');
    else log.warn({ service, err }, 'relay failed, restarting');
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
