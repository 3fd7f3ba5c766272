import { factsForInstances, releasesStream, factFilter, factStreamName } from '@kushk/contracts';
import { log, measure, registerDetail } from '@kushk/runtime';
import { jetstreamManager } from '@nats-io/jetstream';
import type { BrokerConnection } from '../connection/broker-connection.js';
import type { BrokerLimits } from '../limits.js';
import { isMissing } from '../streams/streams.js';

const checksPerStalePeriod = 6;

/**
 * Monitors how the server replicates the hub's facts into the stream `RELEASES`: the last fact in the publisher's
 * stream must soon be the last fact in the replica. Instances cannot detect stalled replication, because they read
 * only the replica. The catalogue may not configure the stream, so it reports stalled replication, and `createStreams`
 * restarts it.
 */
export class ReplicaMonitor {
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> = Promise.resolve();
  private startedAt = Date.now();
  /** By kind of fact: the last one that was copied, and when the copy advanced. */
  private readonly progress = new Map<string, { readonly copied: string | null; readonly at: number }>();
  private state = 'not checked yet';
  private unregisterDetail: () => void = () => undefined;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly limits: Pick<BrokerLimits, 'replicaStaleAfterMs'>,
  ) {}

  start(): void {
    this.startedAt = Date.now();
    this.unregisterDetail = registerDetail('releases stream', () => this.state);
    this.timer = setInterval(
      () => void (this.checking = this.checking.then(() => this.check())),
      this.limits.replicaStaleAfterMs / checksPerStalePeriod,
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.unregisterDetail();
    await this.checking;
  }

  private async check(): Promise<void> {
    try {
      if (!this.connection.up) return;
      const lags = await Promise.all(
        factsForInstances.map(({ subject, service }) =>
          this.lagOf(factFilter('hub', subject), factStreamName('hub', service)),
        ),
      );
      this.report(lags.filter((lag) => lag !== null));
    } catch (error) {
      this.state = 'check failed';
      log.debug({ stream: releasesStream, err: error }, 'replica check failed');
    }
  }

  /** For how long the copy of these facts has made no progress, in milliseconds; null while it is current. */
  private async lagOf(facts: string, original: string): Promise<number | null> {
    const [published, copied] = await Promise.all([
      this.lastEventId(original, facts),
      this.lastEventId(releasesStream, facts),
    ]);
    const now = Date.now();
    const last = this.progress.get(facts) ?? { copied: null, at: this.startedAt };
    const isCurrent = published === copied;
    const at = copied !== last.copied || isCurrent ? now : last.at;
    this.progress.set(facts, { copied, at });
    return isCurrent ? null : now - at;
  }

  /** Reports the kind of fact that has made no progress for the longest time. */
  private report(lags: readonly number[]): void {
    const lagMs = Math.max(0, ...lags);
    const isStalled = lagMs >= this.limits.replicaStaleAfterMs;
    const since = `no progress for ${Math.round(lagMs / 1000)} s`;
    this.state = lags.length === 0 ? 'current' : `${isStalled ? 'stalled' : 'lagging'}: ${since}`;
    measure.releasesStream({ lagMs, isStalled });
    if (isStalled)
      log.error(
        { stream: releasesStream, lag_ms: lagMs },
        'replica stalled: "kushk-deploy streams create" restarts it',
      );
  }

  /**
   * Returns the event id of the last message on the subjects `facts`; null when the stream contains no such message.
   */
  private async lastEventId(stream: string, facts: string): Promise<string | null> {
    const manager = await jetstreamManager(this.connection.nats, { checkAPI: false });
    try {
      return (await manager.streams.getMessage(stream, { last_by_subj: facts }))?.header.get('Nats-Msg-Id') ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }
}
