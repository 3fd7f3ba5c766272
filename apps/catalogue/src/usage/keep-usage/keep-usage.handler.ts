import { answer, metaOf, type RequestContext } from '@kushk/broker';
import { catalogueUsage, type KeptUsage, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Instances } from '../../instance/instances.view.js';
import { usageKey, usageStream } from '../usage-report.js';
import { UsageReports } from '../usage-reports.view.js';
import { keepUsage } from './keep-usage.js';

type Request = RequestOf<typeof catalogueUsage.keepUsage>;

/** Keeps what instances report, so that their figures stay when they fall silent, and when the gateway starts anew. */
@Controller()
export class KeepUsageHandler {
  constructor(
    private readonly store: EventStore,
    private readonly instances: Instances,
    private readonly reports: UsageReports,
  ) {}

  @MessagePattern(catalogueUsage.keepUsage.subject)
  async answer(request: Request, context: RequestContext): Promise<Outcome<ReplyOf<typeof catalogueUsage.keepUsage>>> {
    const { publisher_id, month } = request;
    const taken = new Map(
      await Promise.all(
        request.reports.map(async (report) => [report.instance_id, await this.keep(request, report, context)] as const),
      ),
    );
    const [registered, reporting] = await Promise.all([
      this.instances.all(),
      this.reports.instancesOf(publisher_id, month),
    ]);
    const present = new Set(registered.map(({ id }) => id));
    const ids = new Set([...present, ...reporting]);
    const kept = [...ids].sort().map(async (id): Promise<KeptUsage> => {
      const { state } = await this.store.load(
        streamRef(usageStream, usageKey({ publisherId: publisher_id, month, instanceId: id })),
      );
      return {
        instance_id: id,
        registered: present.has(id),
        taken: taken.get(id) ?? false,
        closed: state.closed,
        items: Object.values(state.items),
      };
    });
    return answer({ kept: await Promise.all(kept) });
  }

  private async keep(
    { publisher_id: publisherId, month }: Request,
    report: Request['reports'][number],
    context: RequestContext,
  ): Promise<boolean> {
    const { instance_id: instanceId, closed, items } = report;
    const arrivedAt = now().toISOString();
    // A clock that goes ahead would else make all that comes after it was set right look overtaken.
    const asOf = report.as_of < arrivedAt ? report.as_of : arrivedAt;
    const of = { publisherId, month, instanceId };
    const outcome = await this.store.run({
      name: 'KeepUsage',
      streams: { usage: streamRef(usageStream, usageKey(of)) },
      decide: ({ usage }) => under('usage', keepUsage({ ...of, asOf, closed, items }, usage)),
      meta: metaOf(context),
    });
    const taken = outcome.accepted && outcome.reply.taken;
    if (!taken)
      log.error(
        { ...of, asOf },
        'an instance reports less usage than before: it was restored from an old backup; its report does not count',
      );
    return taken;
  }
}
