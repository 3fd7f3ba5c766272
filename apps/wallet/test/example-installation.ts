/** The installation that the integration tests of this service use. It has two plans: 0.25 and 0.1 MU per page. */
import type { DataOf, installationFacts } from '@kushk/contracts';

export function requestedInstallation(installation_id: string): DataOf<typeof installationFacts.installationRequested> {
  return {
    installation_id,
    organisation_id: 'org_1',
    plugin_id: 'ir.acme.ocr',
    at: '2026-11-20T08:00:00.000Z',
    plan: 'basic',
    api_base: '',
    sealed_signing_secret: '',
    capabilities: {
      plugin_id: 'ir.acme.ocr',
      version: '1.0.0',
      kind: 'external',
      base_url: 'http://127.0.0.1:1',
      scopes: ['wallet.consume'],
      records: [],
      proposals: [],
      sources: [],
      events: [],
      services: [{ key: 'ocr.page', unit: 'page' }],
      plans: [
        { key: 'basic', rates: { 'ocr.page': '0.25' } },
        { key: 'pro', rates: { 'ocr.page': '0.1' } },
      ],
    },
  };
}
