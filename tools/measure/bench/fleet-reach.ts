import { setTimeout as pause } from 'node:timers/promises';
import { apiClient, nullOn, type Api } from '../../run/seed/api.js';
import { quantile } from './callers.js';
import { calibratedRow } from './calibrated-row.js';
import { manifestJson } from './example-manifest.js';
import type { Row } from './row.js';
import { sizeOf } from './sizes.js';
import { startWholeFleet, type FleetFile } from './whole-system.js';

const LIMIT_MS = 500;
const instances = sizeOf({ normal: 2, full: 5 });
const warmUpReleases = 5;
const releases = sizeOf({ normal: 24, full: 60 });
const pollMs = 10;

/**
 * Measures how long an admin must wait for a release: from the operator's request to publish it until it is in the
 * plugin stores of all instances (two by default, five with `--full`). The instances are connected over leaf nodes.
 */
export async function run(): Promise<Row> {
  const { fleet, stop } = await startWholeFleet(instances);
  try {
    const stores = fleet.instances.map(storeOf);
    const durationsMs: number[] = [];
    for (let number = 0; number < warmUpReleases + releases; number += 1) {
      const each = await publishedUntilSeen(fleet, stores, `com.example.bench${number}`);
      if (number >= warmUpReleases) durationsMs.push(...each);
    }
    durationsMs.sort((a, b) => a - b);
    const [p50, p99] = [quantile(durationsMs, 0.5), quantile(durationsMs, 0.99)];
    return await calibratedRow({
      name: `published to in ${instances} stores, p99`,
      measured: p99,
      limit: LIMIT_MS,
      unit: 'ms',
      note: `p50 ${p50.toFixed(0)} ms`,
    });
  } finally {
    await stop();
  }
}

/** The plugin store, as the admin of the instance's organisation sees it. */
function storeOf({ service_origin, organisation }: FleetFile['instances'][number]): Api {
  return apiClient(`${service_origin}/instance/v1`, organisation.admin_token);
}

/** Returns the time until the release is in the stores of all instances, in milliseconds. */
async function publishedUntilSeen(
  { hub, publisher, staff }: FleetFile,
  stores: readonly Api[],
  id: string,
): Promise<number[]> {
  const release = { id, version: '1.0.0', publisher: publisher.id };
  const reviewer = apiClient(`${hub.base_url}/operator/v1`, staff.reviewer_token);
  const path = `/releases/${id}/${release.version}`;
  await apiClient(`${hub.base_url}/developer/v1`, publisher.key).post('/releases', {
    manifest: manifestJson(release, 0),
  });
  // The reply to the submission arrives before the review service has consumed the submission. Until then, taking the
  // review returns 404.
  while ((await nullOn(reviewer.post(`${path}/take`), 404)) === null) await pause(pollMs);
  await reviewer.post(`${path}/approve`, { tier: 'verified', notes: '', publish: false });
  const startedAt = performance.now();
  const published = apiClient(`${hub.base_url}/operator/v1`, staff.operator_token).post(`${path}/publish`);
  const seen = stores.map(async (store) => {
    while ((await nullOn(store.get(`/store/${id}`), 404)) === null) await pause(pollMs);
    return performance.now() - startedAt;
  });
  await published;
  return await Promise.all(seen);
}
