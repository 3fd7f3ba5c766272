/** One installation and its facts, as the specs of the decisions tell them. */
import type { Install } from './install/install.js';
import type { InstallationFact } from './installation.js';

export const at = '2026-11-20T09:00:00.000Z';
export const about = { organisationId: 'org_1', pluginId: 'ir.acme.invoices' };

export const wanted: Install = {
  ...about,
  installationId: 'ins_1',
  grants: { version: '1.0.0', kind: 'external', pluginApi: '1.0', scopes: ['records.own'], plan: 'basic' },
  capabilities: {
    plugin_id: 'ir.acme.invoices',
    version: '1.0.0',
    kind: 'external',
    base_url: 'https://plugin.acme.ir',
    scopes: ['records.own'],
    records: [],
    proposals: [],
    sources: [],
    services: [],
    plans: [],
    events: [],
  },
  apiBase: 'https://assistant.example/i/ins_1/plugin/v1',
  settings: { open: {}, sealedSecrets: null, secretKeys: [] },
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  machineUserId: 'mus_1',
  tokenHash: 'hash',
  tokenLast4: 'abcd',
  sealedToken: 'sealed token',
  sealedSigningSecret: 'sealed secret',
  by: 'per_1',
  at,
};

export const requested: InstallationFact = { type: 'InstallationRequested', data: wanted };
export const walletReady: InstallationFact = { type: 'PartBecameReady', data: { part: 'wallet', at } };
export const workspaceReady: InstallationFact = { type: 'PartBecameReady', data: { part: 'workspace', at } };
export const released: InstallationFact = {
  type: 'CredentialsReleased',
  data: { ...about, sealedLifecycle: 'sealed body', at },
};
export const installed: InstallationFact = { type: 'PluginInstalled', data: { ...about, how: 'answered', at } };
export const removed: InstallationFact = { type: 'InstallationRemoved', data: { ...about, by: 'per_1', at } };
