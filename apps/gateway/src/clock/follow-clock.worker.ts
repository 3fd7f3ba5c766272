import { Broker, ControlChannel } from '@kushk/broker';
import { hubClock, instanceClock, listsChangedByAny } from '@kushk/contracts';
import { BackgroundLoop, CONFIG, newId, registerSharedCheck, setClockAhead, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { requestSender } from '../http/request-sender.js';

const MS_PER_SECOND = 1_000;
/** A message may be lost; the gateway then differs from the services for at most this long. */
const READ_EVERY_MS = 30_000;
const RETRY_AFTER_MS = 1_000;
const DEADLINE_MS = 5_000;

/** Keeps the clock of this gateway at the one of its scope. Its readiness says so until the first read. */
@Injectable()
export class FollowClockWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new BackgroundLoop({
    run: () => this.read(),
    everyMs: READ_EVERY_MS,
    retryMs: () => RETRY_AFTER_MS,
    failure: 'the test clock could not be read',
  });
  private readonly wasRead = registerSharedCheck('test_clock', () => {
    throw new Error('the test clock has not been read');
  });

  constructor(
    private readonly broker: Broker,
    private readonly channel: ControlChannel,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.channel.subscribe(listsChangedByAny, (message) => {
      if (message === null || message.changes.some(({ lists }) => lists.includes('clock'))) this.loop.notify();
    });
    this.loop.start();
    this.loop.notify();
  }

  async onModuleDestroy(): Promise<void> {
    this.wasRead();
    await this.loop.stop();
  }

  private async read(): Promise<void> {
    const send = requestSender(this.broker, {
      actor: { kind: 'system' },
      requestId: newId('req'),
      traceparent: null,
      deadlineAtMs: performance.now() + DEADLINE_MS,
    });
    const { reply } = await send((this.config.role === 'hub' ? hubClock : instanceClock).getClock, {});
    setClockAhead(reply.ahead_seconds * MS_PER_SECOND);
    this.wasRead();
  }
}
