import { metaOf, respond, type RequestContext } from '@kushk/broker';
import { catalogueUsage, type ReplyOf, type RequestOf, type StoredUsage } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Instances } from '../../instance/instances.view.js';
import { usageKey, usageStream } from '../usage-report.js';
import { UsageReports } from '../usage-reports.view.js';
import { recordUsage } from './record-usage.js';

type Request = RequestOf<typeof catalogueUsage.recordUsage>;
type Report = Request['reports'][number];

/** Stores the usage reports of instances, so that the figures remain available when an instance is unreachable. */
@Controller()
export class RecordUsageHandler {
  constructor(
    private readonly store: EventStore,
    private readonly instances: Instances,
    private readonly reports: UsageReports,
  ) {}

  @MessagePattern(catalogueUsage.recordUsage.subject)
  async handle(
    request: Request,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof catalogueUsage.recordUsage>>> {
    const accepted = new Set<string>();
    await Promise.all(
      request.reports.map(async (report) => {
        if (await this.record(request, report, context)) accepted.add(report.instance_id);
      }),
    );
    return respond({ stored: await this.storedUsage(request, accepted) });
  }

  /** Returns the stored usage of every instance that is registered or has a stored report. */
  private async storedUsage({ publisher_id, month }: Request, accepted: ReadonlySet<string>): Promise<StoredUsage[]> {
    const [instances, reporting] = await Promise.all([
      this.instances.all(),
      this.reports.instancesOf(publisher_id, month),
    ]);
    const registered = new Set(instances.map(({ id }) => id));
    const ids = [...new Set([...registered, ...reporting])].sort();
    return await Promise.all(
      ids.map(async (id) => {
        const key = usageKey({ publisherId: publisher_id, month, instanceId: id });
        const { state } = await this.store.load(streamRef(usageStream, key));
        return {
          instance_id: id,
          registered: registered.has(id),
          accepted: accepted.has(id),
          closed: state.status === 'closed',
          items: state.status === 'absent' ? [] : Object.values(state.items),
        };
      }),
    );
  }

  private async record(
    { publisher_id: publisherId, month }: Request,
    { instance_id: instanceId, as_of, closed, items }: Report,
    context: RequestContext,
  ): Promise<boolean> {
    const arrivedAt = now().toISOString();
    // The report time is limited to the arrival time. Otherwise, after a fast clock is corrected, new reports would
    // look older than the stored ones.
    const asOf = as_of < arrivedAt ? as_of : arrivedAt;
    const command = { publisherId, month, instanceId, asOf, closed, items };
    const outcome = await this.store.run({
      name: 'RecordUsage',
      streams: { usage: streamRef(usageStream, usageKey(command)) },
      decide: ({ usage }) => forStream('usage', recordUsage(command, usage)),
      meta: metaOf(context),
    });
    const isAccepted = outcome.accepted && outcome.reply.accepted;
    if (!isAccepted)
      log.error(
        { publisher_id: publisherId, month, instance_id: instanceId, as_of: asOf },
        'usage report refused: lower counters than before, instance restored from a backup',
      );
    return isAccepted;
  }
}
