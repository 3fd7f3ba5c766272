import { respond } from '@kushk/broker';
import { catalogue, type InstanceHealth, type ReplyOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstancesSoftware } from '../instance-software.view.js';
import { Instances } from '../instances.view.js';
import { InstancesHealth } from './instance-health.view.js';

/** For an instance that was registered while the list was read. */
const NO_REPORT: InstanceHealth = { state: 'current', waiting: 0, waiting_since: null, last_report_at: null };

@Controller()
export class ListInstancesHandler {
  constructor(
    private readonly instances: Instances,
    private readonly health: InstancesHealth,
    private readonly software: InstancesSoftware,
  ) {}

  @MessagePattern(catalogue.listInstances.subject)
  async handle(): Promise<Outcome<ReplyOf<typeof catalogue.listInstances>>> {
    const [instances, links, health, versions] = await Promise.all([
      this.instances.all(),
      this.instances.links(),
      this.health.all(now()),
      this.software.all(),
    ]);
    const linked = new Set(links.filter(({ link }) => link !== null).map(({ id }) => id));
    return respond({
      items: instances.map((instance) => ({
        ...instance,
        has_account: linked.has(instance.id),
        software_version: versions.get(instance.id) ?? null,
        health: health.get(instance.id) ?? NO_REPORT,
      })),
    });
  }
}
