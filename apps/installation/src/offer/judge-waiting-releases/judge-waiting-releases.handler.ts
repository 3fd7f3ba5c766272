import { EventStore, type FactMeta } from '@kushk/event-store';
import { streamRef } from '@kushk/decider';
import { CONFIG, log, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FollowVersionHandler } from '../../installation/follow-version/follow-version.handler.js';
import { JudgeStatusHandler } from '../judge-status/judge-status.handler.js';
import { offerStream } from '../offer.js';
import { WaitingReleases, type WaitingReleaseRow } from '../offer.view.js';

const TRY_AGAIN_AFTER_MS = 5_000;
const bySystem: FactMeta = { actor: { kind: 'system' } };

/**
 * When an instance was upgraded to a higher `plugin_api`, or pins the key of another reviewer, it can offer releases that
 * it had to refuse. The hub does not say its word again, so the instance judges by the one that it has kept, at its
 * start, and reports as it does of any.
 */
@Injectable()
export class JudgeWaitingReleases implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly waiting: WaitingReleases,
    private readonly events: EventStore,
    private readonly judge: JudgeStatusHandler,
    private readonly versions: FollowVersionHandler,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Beside the work of the service: whoever installs meanwhile finds what has been judged so far. */
  onApplicationBootstrap(): void {
    void this.judgeAll();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Goes on where it was interrupted: a release waits until what is installed follows it, too. */
  private async judgeAll(): Promise<void> {
    try {
      for (const row of await this.waiting.runnableOn(this.config.pluginApi)) {
        if (this.isStopped) return;
        await this.judgeOne(row);
      }
    } catch (error) {
      if (this.isStopped) return;
      log.warn({ error }, 'releases that wait could not be judged anew; it is tried again');
      this.timer = setTimeout(() => void this.judgeAll(), TRY_AGAIN_AFTER_MS);
    }
  }

  private async judgeOne({ stream_id, plugin_id: pluginId, version }: WaitingReleaseRow): Promise<void> {
    const ref = streamRef(offerStream, stream_id);
    const refusals = (await this.events.history(ref)).flatMap(({ type, data }) =>
      type === 'OfferRefused' ? [data] : [],
    );
    const word = refusals.at(-1)?.waiting?.word;
    if (word !== undefined) await this.judge.judgeAnew(word, bySystem);
    const { state: offer } = await this.events.load(ref);
    if (offer.status === 'absent' || offer.status === 'refused') return;
    await this.versions.followAll(pluginId, bySystem);
    await this.judge.carryOut({ pluginId, version }, bySystem);
    log.info(
      { plugin_id: pluginId, version, plugin_api: this.config.pluginApi },
      'a release that had to wait is offered',
    );
  }
}
