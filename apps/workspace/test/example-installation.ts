/** The installation that the unit tests of the workspace use. */
import type { DataOf, installationFacts } from '@kushk/contracts';
import type { Capabilities, InstallationFact } from '../src/installation/installation.js';

export const at = '2026-11-20T09:00:00.000Z';
export const capabilities: Capabilities = { records: [{ type: 'invoice', schema: {} }], proposals: [], sources: [] };
export const added: InstallationFact = {
  type: 'InstallationAdded',
  data: { organisationId: 'org_1', pluginId: 'ir.acme.invoices', capabilities, at },
};
export const removed: InstallationFact = { type: 'InstallationRemoved', data: { at } };

/** The fact that an installation was requested: its plugin proposes records of every type. */
export function requestedInstallation(
  ids: Pick<DataOf<typeof installationFacts.installationRequested>, 'installation_id' | 'organisation_id'>,
): DataOf<typeof installationFacts.installationRequested> {
  const proposals = ['case', 'document', 'calendar_event'].map((record_type) => ({
    record_type,
    actions: ['create', 'update'] as const,
  }));
  return {
    ...ids,
    plugin_id: 'ir.acme.invoices',
    at,
    plan: null,
    api_base: '',
    sealed_signing_secret: '',
    capabilities: {
      ...{ plugin_id: 'ir.acme.invoices', version: '1.0.0', kind: 'external', base_url: 'http://127.0.0.1:1' },
      scopes: ['proposals.case', 'proposals.document', 'proposals.calendar_event'],
      ...{ proposals, records: [], sources: [], events: [], services: [], plans: [] },
    },
  };
}
