/** The hub's side of the demo: publishers with their keys, the instance, and the sample plugin from submission to publication. */
import { existsSync, readFileSync } from 'node:fs';
import { writePrivately } from '../start/private-file.js';
import { apiOf, unless, type Api } from './api.js';

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
export async function publisherKey(hub: string, operator: Api, publisher: { id: string; name: string }, statePath: string): Promise<string> {
  await unless(operator.post('/publishers', publisher), 'catalogue.publisher_exists');
  const keys = keptKeys(statePath);
  const kept = keys[publisher.id];
  if (kept && (await unless(apiOf(`${hub}/developer/v1`, kept).get('/me'), 401))) return kept;
  const issued = await operator.post<{ secret: string }>(`/publishers/${publisher.id}/keys`, { label: 'npm start' });
  writePrivately(statePath, { keys: { ...keys, [publisher.id]: issued.secret } } satisfies KeptKeys);
  return issued.secret;
}

/** Registers the instance at the hub when it is not there. */
export async function registerInstance(operator: Api, instance: { id: string; name: string; plugin_api: string }): Promise<void> {
  await unless(operator.post('/instances', instance), 'catalogue.instance_exists');
}

/** Takes a release from wherever it stands to `published`, as its publisher and a reviewer would. */
export async function publish(hub: string, publisherSecret: string, reviewer: Api, operator: Api, manifest: Manifest): Promise<void> {
  const publisher = apiOf(`${hub}/developer/v1`, publisherSecret);
  const path = `/releases/${manifest.id}/${manifest.version}`;
  const found = await unless(publisher.get<Release>(path), 404);
  const release = found ?? (await publisher.post<Release>('/releases', { manifest, requested_tier: 'verified', notes: 'The sample plugin of this repository.' }));
  if (release.status === 'submitted') await reviewer.post(`${path}/take`);
  if (release.status === 'submitted' || release.status === 'in_review') {
    await reviewer.post(`${path}/approve`, { tier: 'verified', notes: 'Read and tried.', publish: true });
  }
  if (release.status === 'approved') await operator.post(`${path}/publish`);
}
