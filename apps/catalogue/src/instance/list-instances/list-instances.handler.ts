import { queryHandler, respond } from '@kushk/broker';
import { catalogue, type InstanceHealth } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { InstancesSoftware } from '../instance-software.view.js';
import { Instances } from '../instances.view.js';
import { InstancesHealth } from './instance-health.view.js';

/** For an instance that was registered while the list was read. */
const NO_REPORT: InstanceHealth = { state: 'current', waiting: 0, waiting_since: null, last_report_at: null };

export const ListInstancesHandler = queryHandler(
  catalogue.listInstances,
  { instances: Instances, health: InstancesHealth, software: InstancesSoftware },
  async (_request, { instances, health, software }) => {
    const [registered, links, healths, versions] = await Promise.all([
      instances.all(),
      instances.links(),
      health.all(now()),
      software.all(),
    ]);
    const linked = new Set(links.filter(({ link }) => link !== null).map(({ id }) => id));
    return respond({
      items: registered.map((instance) => ({
        ...instance,
        has_account: linked.has(instance.id),
        software_version: versions.get(instance.id) ?? null,
        health: healths.get(instance.id) ?? NO_REPORT,
      })),
    });
  },
);
