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
  private lastCopied: string | null = null;
  private advancedAt = Date.now();
  private state = 'not checked yet';
  private unregisterDetail: () => void = () => undefined;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly limits: Pick<BrokerLimits, 'replicaStaleAfterMs'>,
  ) {}

  start(): void {
    this.advancedAt = Date.now();
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
      for (const fact of factsForInstances)
        await this.compare(factFilter('hub', fact.subject), factStreamName('hub', fact.service));
    } catch (error) {
      this.state = 'check failed';
      log.debug({ stream: releasesStream, err: error }, 'replica check failed');
    }
  }

  private async compare(facts: string, original: string): Promise<void> {
    const [published, copied] = await Promise.all([
      this.lastEventId(original, facts),
      this.lastEventId(releasesStream, facts),
    ]);
    const now = Date.now();
    const isCurrent = published === copied;
    if (copied !== this.lastCopied || isCurrent) this.advancedAt = now;
    this.lastCopied = copied;
    const lagMs = isCurrent ? 0 : now - this.advancedAt;
    const isStalled = !isCurrent && lagMs >= this.limits.replicaStaleAfterMs;
    const since = `no progress for ${Math.round(lagMs / 1000)} s`;
    this.state = isCurrent ? 'current' : `${isStalled ? 'stalled' : 'lagging'}: ${since}`;
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
