/**
 * A small Persian demo, created through the public APIs only. Every step is idempotent, so the seed runs at every
 * start. The records of the organisation are created on the first start only.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Addresses } from '../start/addresses.js';
import { apiClient, type Api } from './api.js';
import { addMembers, publish, publisherKey, registerInstance, type Manifest } from './hub.js';
import { addOrganisation } from './organisation.js';
import { tokenOf, type SignIn, type Tokens } from './people.js';
import { addHubStaff, addPlatformStaff } from './staff.js';
import { installSample, type SampleInstalled } from './sample.js';

export interface SeedOptions {
  readonly addresses: Addresses;
  /** The access tokens of the accounts that every start signs in. */
  readonly tokens: Tokens;
  readonly signIn: SignIn;
  /** The file that stores the publisher keys and whether the demo organisation is complete. */
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
  const { addresses, tokens, signIn, statePath } = options;
  const people = (token: string): Api => apiClient(`${addresses.instance.serviceOrigin}/instance/v1`, token);
  const orgAdmin = people(tokenOf(tokens, 'admin'));
  await Promise.all([
    addHubStaff(staffApi(options, 'operator')),
    addPlatformStaff(people(tokenOf(tokens, 'platform'))),
  ]);
  const publishers = await addPublishers(options);
  const written = parse(readFileSync(options.manifestPath, 'utf8')) as Manifest;
  const manifest = { ...written, base_url: addresses.samplePlugin.baseUrl };
  const [organisation] = await Promise.all([
    addOrganisation({ statePath, tokens, signIn, people, pluginId: manifest.id }),
    publishSample(options, manifest, publishers.samplesKey),
  ]);
  const sample = await installSample(orgAdmin, manifest);
  return {
    publisher: { id: acme.id, key: publishers.acmeKey },
    organisationId: organisation,
    pluginId: manifest.id,
    sample,
  };
}

/** The operator API as a member of the staff. */
export function staffApi({ addresses, tokens }: Pick<SeedOptions, 'addresses' | 'tokens'>, username: string): Api {
  return apiClient(`${addresses.hub.baseUrl}/operator/v1`, tokenOf(tokens, username));
}

async function addPublishers(options: SeedOptions): Promise<{ acmeKey: string; samplesKey: string }> {
  const { addresses, statePath, pluginApi } = options;
  const operator = staffApi(options, 'operator');
  const keyOf = (publisher: { id: string; name: string }): Promise<string> =>
    publisherKey({ hubUrl: addresses.hub.baseUrl, operator, publisher, statePath });
  const acmeKey = await keyOf(acme);
  const samplesKey = await keyOf(samples);
  for (const { id } of [acme, samples]) await addMembers(operator, id);
  await registerInstance(operator, {
    id: addresses.instance.id,
    name: 'سامانهٔ تهران',
    plugin_api: pluginApi,
    service_origin: addresses.instance.serviceOrigin,
  });
  return { acmeKey, samplesKey };
}

async function publishSample(options: SeedOptions, manifest: Manifest, samplesKey: string): Promise<void> {
  await publish(manifest, {
    publisher: apiClient(`${options.addresses.hub.baseUrl}/developer/v1`, samplesKey),
    reviewer: staffApi(options, 'reviewer'),
    operator: staffApi(options, 'operator'),
  });
}
