import { describe, expect, it } from '@jest/globals';
import type { InstallRequest } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import type { ContainerDriver } from '../../listing/listing-summary.js';
import type { ListingRow } from '../../listing/listing.view.js';
import { at } from '../../../test/example-installation.js';
import { manifestOf, secrets } from '../../../test/example-manifest.js';
import { InstallPreparation } from './install-preparation.js';

const manifest = manifestOf('1.0.0');
const listing = { stream_id: 'ir.acme.invoices@1.0.0', plugin_id: manifest.id, version: '1.0.0' } as ListingRow;
function preparationFor(listed: ListingRow | null, more: { found?: Manifest; containerDriver?: ContainerDriver } = {}) {
  const { found = manifest, containerDriver = 'off' } = more;
  return new InstallPreparation({
    evaluator: new PlainEvaluator(),
    catalogue: { find: async () => listed, manifestOf: async () => found },
    secrets,
    newId: (prefix) => `${prefix}_1`,
    now: () => new Date(at),
    apiBaseOf: (id) => `https://assistant.example/i/${id}/plugin/v1`,
    containerDriver,
  });
}
const request: InstallRequest = {
  organisation_id: 'org_1',
  by: 'per_1',
  plugin_id: manifest.id,
  version: null,
  plan: 'basic',
  settings: { label: 'a' },
  consent: { scopes: ['records.own'], base_url: 'https://plugin.acme.ir' },
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
};

describe('InstallPreparation', () => {
  it('refuses a container plugin exactly where the instance runs no containers', async () => {
    const { base_url: _baseUrl, ...rest } = manifest;
    const found: Manifest = { ...rest, kind: 'instance', image: `r.example/box@sha256:${'a'.repeat(64)}`, egress: [] };
    const consent = { scopes: ['records.own'], egress: [] };
    const outcomeWith = async (containerDriver: ContainerDriver) => {
      const prepared = await preparationFor(listing, { found, containerDriver }).prepare({ ...request, consent });
      return prepared.accepted ? prepared.command.capabilities.kind : prepared.refusal.code;
    };
    expect(await outcomeWith('off')).toBe('containers.not_available');
    expect(await outcomeWith('docker')).toBe('instance');
  });

  it('creates a command with new ids, sealed credentials and sealed settings', async () => {
    const prepared = await preparationFor(listing).prepare(request);
    if (!prepared.accepted) throw new Error(prepared.refusal.code);
    expect(prepared.command).toMatchObject({
      installationId: 'ins_1',
      machineUserId: 'mus_1',
      organisationId: 'org_1',
      pluginId: 'ir.acme.invoices',
      grants: { version: '1.0.0', scopes: ['records.own'], plan: 'basic' },
      settings: { masked: { label: 'a' } },
      apiBase: 'https://assistant.example/i/ins_1/plugin/v1',
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      at,
    });
  });

  it('rejects a plugin that is not listed', async () => {
    expect(await preparationFor(null).prepare(request)).toMatchObject({
      refusal: { code: 'store.plugin_not_found' },
    });
  });

  it('rejects an incomplete consent, an unknown plan and invalid settings', async () => {
    const codeOf = async (changes: Partial<InstallRequest>) => {
      const prepared = await preparationFor(listing).prepare({ ...request, ...changes });
      return prepared.accepted ? 'accepted' : prepared.refusal.code;
    };
    expect(await codeOf({ consent: { ...request.consent, scopes: [] } })).toBe('installation.consent_missing');
    expect(await codeOf({ plan: 'gold' })).toBe('installation.plan_unknown');
    expect(await codeOf({ settings: { label: 7 } })).toBe('installation.settings_invalid');
  });
});
