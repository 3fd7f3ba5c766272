import { pageHandler, respond } from '@kushk/broker';
import { catalogue, pageOfRows, type InstanceHealth } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { InstancesSoftware } from '../instance-software.view.js';
import { Instances } from '../instances.view.js';
import { InstancesHealth } from './instance-health.view.js';

const EVERY_INSTANCE = 10_000;
/** For an instance that was registered while the list was read. */
const NO_REPORT: InstanceHealth = { state: 'unconnected', waiting: 0, waiting_since: null, last_report_at: null };

export const ListInstancesHandler = pageHandler(
  catalogue.listInstances,
  { instances: Instances, health: InstancesHealth, software: InstancesSoftware },
  // A gateway of 0.1.0 names no limit, and pages the whole list itself.
  async ({ limit = EVERY_INSTANCE, q = null }, { instances, health, software }, start) => {
    const rows = await instances.page({ start, limit, q });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ stream_id }) => stream_id);
    const ids = pageRows.map(({ stream_id }) => stream_id);
    const [healths, versions] = await Promise.all([health.of(ids, now()), software.of(ids)]);
    return respond({
      items: pageRows.map(({ stream_id: id, resource, link }) => ({
        ...resource,
        has_account: link !== null,
        software_version: versions.get(id) ?? null,
        health: healths.get(id) ?? NO_REPORT,
      })),
      next_cursor,
    });
  },
);
