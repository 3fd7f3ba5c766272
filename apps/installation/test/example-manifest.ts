/** Example manifests and the secrets of an instance, for the tests of the classes that prepare commands. */
import { newSealingKey } from '@kushk/credentials';
import type { Manifest } from '@kushk/manifest';
import { InstallationSecrets } from '../src/installation/installation-secrets.js';

export function manifestOf(version: string, more: object = {}): Manifest {
  return {
    id: 'ir.acme.invoices',
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    base_url: 'https://plugin.acme.ir',
    scopes: { 'records.own': 'Stores invoices' },
    plans: [{ key: 'basic' }, { key: 'pro' }],
    settings: {
      type: 'object',
      properties: { label: { type: 'string' }, api_key: { type: 'string', format: 'password' } },
      additionalProperties: false,
    },
    ...more,
  } as unknown as Manifest;
}

export const secrets = new InstallationSecrets({
  sealingKeys: [newSealingKey()],
  peppers: [Buffer.alloc(32, 7)],
  serviceOrigin: 'https://assistant.example',
});

/** Finds the example manifests by version. */
export function manifestsOf(...manifests: readonly Manifest[]) {
  return {
    find: async (_pluginId: string, { version }: { readonly version: string }) =>
      manifests.find((manifest) => manifest.version === version) ?? null,
  };
}
