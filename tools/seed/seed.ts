/**
 * A small Persian demo, created through the public APIs only. Every step is idempotent, so the seed runs at every
 * start.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Addresses } from '../start/addresses.js';
import { apiClient } from './api.js';
import { publish, publisherKey, registerInstance, type Manifest } from './hub.js';
import { addCases, addPeople, organisationId } from './organisation.js';
import { tokenOf, type Tokens } from './people.js';
import { addHubStaff, addPlatformStaff } from './staff.js';
import { installSample, type SampleInstalled } from './sample.js';

export interface SeedOptions {
  readonly addresses: Addresses;
  readonly tokens: Tokens;
  /** The file that stores the publisher keys, because the API returns each key only once. */
  readonly statePath: string;
  /** The manifest of the sample plugin, in YAML. */
  readonly manifestPath: string;
  readonly pluginApi: string;
}
export interface Seeded {
  readonly publisher: { readonly id: string; readonly key: string };
  readonly organisationId: string;
  readonly pluginId: string;
  readonly sample: SampleInstalled;
}

/** A publisher without a plugin. Its key is written to dev.json for experiments. */
const acme = { id: 'acme', name: 'Acme' };
const samples = { id: 'kushk-samples', name: 'نمونه‌های کوشک' };

/** Creates the missing parts of the demo. Throws an error that names the failed request. */
export async function seed(options: SeedOptions): Promise<Seeded> {
  const { hub, instance, samplePlugin } = options.addresses;
  const staff = (username: string) => apiClient(`${hub.baseUrl}/operator/v1`, tokenOf(options.tokens, username));
  const people = (username: string) =>
    apiClient(`${instance.serviceOrigin}/instance/v1`, tokenOf(options.tokens, username));
  const [operator, orgAdmin] = [staff('operator'), people('admin')];

  await Promise.all([addHubStaff(operator), addPlatformStaff(people('platform'))]);
  const keyOf = (publisher: { id: string; name: string }) =>
    publisherKey({ hubUrl: hub.baseUrl, operator, publisher, statePath: options.statePath });
  const key = await keyOf(acme);
  const sampleKey = await keyOf(samples);
  await registerInstance(operator, {
    id: instance.id,
    name: 'نمونهٔ تهران',
    plugin_api: options.pluginApi,
    service_origin: instance.serviceOrigin,
  });
  const organisation = await organisationId(people('platform'), orgAdmin);
  await addPeople(orgAdmin);
  const caseIds = await addCases(orgAdmin);

  const written = parse(readFileSync(options.manifestPath, 'utf8')) as Manifest;
  const manifest = { ...written, base_url: samplePlugin.baseUrl };
  const publisher = apiClient(`${hub.baseUrl}/developer/v1`, sampleKey);
  await publish(manifest, { publisher, reviewer: staff('reviewer'), operator });
  const sample = await installSample(orgAdmin, manifest, { cases: caseIds });
  return { publisher: { id: acme.id, key }, organisationId: organisation, pluginId: manifest.id, sample };
}
