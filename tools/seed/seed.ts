/** A small Persian demo, made through the public APIs only. Every step looks first, so it may run at every start. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Addresses } from '../start/addresses.js';
import { apiOf } from './api.js';
import { publish, publisherKey, registerInstance, type Manifest } from './hub.js';
import { addCases, addPeople, organisationId } from './organisation.js';
import { tokenOf, type Tokens } from './people.js';
import { installSample, type SampleInstalled } from './sample.js';

export interface SeedOptions {
  readonly addresses: Addresses;
  readonly tokens: Tokens;
  /** Where keys that are shown once are kept. */
  readonly statePath: string;
  /** The sample plugin's manifest (YAML). */
  readonly manifestPath: string;
  readonly pluginApi: string;
}
export interface Seeded {
  readonly publisher: { readonly id: string; readonly key: string };
  readonly organisationId: string;
  readonly pluginId: string;
  readonly sample: SampleInstalled;
}

/** A publisher without a plugin yet: whose key is in dev.json, for trying things out. */
const acme = { id: 'acme', name: 'Acme' };
const samples = { id: 'kushk-samples', name: 'نمونه‌های کوشک' };

/** Makes what is missing of the demo. Throws with one line that names the request that failed. */
export async function seed(options: SeedOptions): Promise<Seeded> {
  const { hub, instance, samplePlugin } = options.addresses;
  const staff = (username: string) => apiOf(`${hub.baseUrl}/operator/v1`, tokenOf(options.tokens, username));
  const people = (username: string) =>
    apiOf(`${instance.serviceOrigin}/instance/v1`, tokenOf(options.tokens, username));
  const [operator, orgAdmin] = [staff('operator'), people('admin')];

  const key = await publisherKey(hub.baseUrl, operator, acme, options.statePath);
  const sampleKey = await publisherKey(hub.baseUrl, operator, samples, options.statePath);
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
  await publish(hub.baseUrl, sampleKey, staff('reviewer'), operator, manifest);
  const sample = await installSample(orgAdmin, manifest, { cases: caseIds });
  return { publisher: { id: acme.id, key }, organisationId: organisation, pluginId: manifest.id, sample };
}
