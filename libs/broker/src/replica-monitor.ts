import { factsForInstances, releasesStream } from '@kushk/contracts';
import { log, measure, registerDetail } from '@kushk/runtime';
import { jetstreamManager } from '@nats-io/jetstream';
import type { BrokerLimits } from './limits.js';
import type { BrokerConnection } from './broker-connection.js';
import { restartReleasesCopy } from './streams.js';
import { factFilter, factStreamName } from './subjects.js';

const answerWithinMs = 3_000;
const looksPerPatience = 6;

/**
 * Watches the copy that the hub's server makes of the catalogue's facts for the fleet: what the catalogue has published
 * must soon be the last thing in `RELEASES`. An instance cannot see that something is missing there; it would be level with
 * a copy that stands still. A copy that has not moved for as long as a feed may be silent is started anew where it stopped.
 */
export class ReplicaMonitor {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private last: string | null = null;
  private movedAt = Date.now();
  private state = 'not looked at yet';
  private forget: () => void = () => undefined;

  constructor(
    private readonly link: BrokerConnection,
    private readonly limits: Pick<BrokerLimits, 'feedPatienceMs'>,
    private readonly replicas: number,
  ) {}

  start(): void {
    this.movedAt = Date.now();
    this.forget = registerDetail('copy of releases', () => this.state);
    this.timer = setInterval(
      () => void (this.looking = this.looking.then(() => this.look())),
      this.limits.feedPatienceMs / looksPerPatience,
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.forget();
    await this.looking;
  }

  private async look(): Promise<void> {
    try {
      if (!this.link.up) return;
      for (const fact of factsForInstances)
        await this.compare(factFilter('hub', fact.subject), factStreamName('hub', fact.service));
    } catch (error) {
      this.state = 'cannot be looked at now';
      log.debug({ error }, 'the copy of releases cannot be looked at');
    }
  }

  private async compare(facts: string, original: string): Promise<void> {
    const [said, copied] = await Promise.all([this.lastOf(original, facts), this.lastOf(releasesStream, facts)]);
    const now = Date.now();
    if (copied !== this.last || said === copied) this.movedAt = now;
    this.last = copied;
    const stillMs = now - this.movedAt;
    const isStalled = said !== copied && stillMs >= this.limits.feedPatienceMs;
    this.state =
      said === copied
        ? 'level'
        : `${isStalled ? 'stalled' : 'behind'}: nothing more for ${Math.round(stillMs / 1000)} s`;
    measure.copyStands(said === copied ? 0 : stillMs, isStalled);
    if (!isStalled) return;
    log.error(
      { stream: releasesStream, stillMs },
      'the copy of releases stands still: the fleet does not hear of them; it is started anew',
    );
    await restartReleasesCopy(
      await jetstreamManager(this.link.connection, { checkAPI: false }),
      factsForInstances,
      this.replicas,
    );
  }

  /** Event id of the last of these facts, or null where the stream has none. */
  private async lastOf(stream: string, facts: string): Promise<string | null> {
    const answer = await this.link.connection.request(
      `$JS.API.DIRECT.GET.${stream}`,
      JSON.stringify({ last_by_subj: facts }),
      { timeout: answerWithinMs },
    );
    return answer.headers?.code === 404 ? null : (answer.headers?.get('Nats-Msg-Id') ?? null);
  }
}
