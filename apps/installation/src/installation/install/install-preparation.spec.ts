import { describe, expect, it } from '@jest/globals';
import type { InstallRequest } from '@kushk/contracts';
import type { ListingRow } from '../../listing/listing.view.js';
import { at } from '../example-installation.js';
import { manifestOf, secrets } from '../example-manifest.js';
import { InstallPreparation } from './install-preparation.js';

const manifest = manifestOf('1.0.0');
const listing = { stream_id: 'ir.acme.invoices@1.0.0', plugin_id: manifest.id, version: '1.0.0' } as ListingRow;
function preparationFor(listed: ListingRow | null) {
  return new InstallPreparation({
    catalogue: { find: async () => listed, manifestOf: async () => manifest },
    secrets,
    newId: (prefix) => `${prefix}_1`,
    now: () => new Date(at),
    apiBaseOf: (id) => `https://assistant.example/i/${id}/plugin/v1`,
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
