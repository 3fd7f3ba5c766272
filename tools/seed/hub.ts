/** The hub's side of the demo: publishers with their keys, the instance, and the sample plugin from submission to publication. */
import { existsSync, readFileSync } from 'node:fs';
import { writePrivately } from '../start/private-file.js';
import { answerWithinMs, apiOf, unless, type Api } from './api.js';

/** A key is shown once, so what was shown is kept here (`.kushk/seed.json`, mode 0600). */
interface KeptKeys {
  readonly keys: Readonly<Record<string, string>>;
}
interface Release {
  readonly status: string;
}
export interface Manifest {
  readonly id: string;
  readonly version: string;
  readonly base_url?: string;
  readonly scopes?: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

function keptKeys(path: string): Record<string, string> {
  return existsSync(path) ? { ...(JSON.parse(readFileSync(path, 'utf8')) as KeptKeys).keys } : {};
}

/** Adds the publisher when it is not there, and answers with a key of it that works. */
export async function publisherKey(
  hub: string,
  operator: Api,
  publisher: { id: string; name: string },
  statePath: string,
): Promise<string> {
  await unless(operator.post('/publishers', publisher), 'catalogue.publisher_exists');
  const keys = keptKeys(statePath);
  const kept = keys[publisher.id];
  if (kept && (await unless(apiOf(`${hub}/developer/v1`, kept).get('/me'), 401))) return kept;
  const issued = await operator.post<{ secret: string }>(`/publishers/${publisher.id}/keys`, { label: 'npm start' });
  writePrivately(statePath, { keys: { ...keys, [publisher.id]: issued.secret } } satisfies KeptKeys);
  return issued.secret;
}

/**
 * Registers the instance at the hub with the key that it serves, or describes it anew: from then on the hub certifies
 * that key, and plugins that have pinned the hub believe the instance.
 */
export async function registerInstance(
  operator: Api,
  instance: { id: string; name: string; plugin_api: string; service_origin: string },
): Promise<void> {
  const { id, name, plugin_api, service_origin } = instance;
  const answered = await fetch(`${service_origin}/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const { keys } = (await answered.json()) as { keys?: readonly object[] };
  if (keys?.[0] === undefined) throw new Error(`${service_origin} serves no key of its own`);
  await operator.post('/instances', { id, name, plugin_api, public_key: keys[0] });
}

/** Takes a release from wherever it stands to `published`, as its publisher and a reviewer would. */
export async function publish(
  hub: string,
  publisherSecret: string,
  reviewer: Api,
  operator: Api,
  manifest: Manifest,
): Promise<void> {
  const publisher = apiOf(`${hub}/developer/v1`, publisherSecret);
  const path = `/releases/${manifest.id}/${manifest.version}`;
  const found = await unless(publisher.get<Release>(path), 404);
  const release =
    found ??
    (await publisher.post<Release>('/releases', {
      manifest,
      requested_tier: 'verified',
      notes: 'The sample plugin of this repository.',
    }));
  if (release.status === 'submitted') await reviewer.post(`${path}/take`);
  if (release.status === 'submitted' || release.status === 'in_review') {
    await reviewer.post(`${path}/approve`, { tier: 'verified', notes: 'Read and tried.', publish: true });
  }
  if (release.status === 'approved') await operator.post(`${path}/publish`);
}
