/** An example installation and its facts, for the tests of the decisions. */
import type { ExpectedVersions } from '../src/installation/expected-versions.js';
import type { InstallationFact, InstallationRequest } from '../src/installation/installation-facts.js';

export const at = '2026-11-20T09:00:00.000Z';
export const parties = { organisationId: 'org_1', pluginId: 'ir.acme.invoices' };

export const request: InstallationRequest = {
  ...parties,
  installationId: 'ins_1',
  grants: {
    version: '1.0.0',
    manifestDigest: 'sha256:1',
    kind: 'external',
    pluginApi: '1.0',
    scopes: ['records.own'],
    plan: 'basic',
    pageOrigin: null,
  },
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
  settings: { masked: {}, sealed: null, secretPointers: [] },
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  machineUserId: 'mus_1',
  tokenHash: 'hash',
  tokenLast4: 'abcd',
  sealedToken: 'sealed token',
  sealedSigningSecret: 'sealed secret',
  by: 'per_1',
  at,
};
/**
 * The version, the plan, the settings revision, the update policy and the declined versions of the installation after
 * `request`. A prepared command expects them.
 */
export const expected: ExpectedVersions = {
  version: '1.0.0',
  manifestDigest: 'sha256:1',
  plan: 'basic',
  settingsRevision: 1,
  channel: 'stable',
  follow: 'auto',
  declined: '',
};

export const requested: InstallationFact = { type: 'InstallationRequested', data: request };
export const walletReady: InstallationFact = { type: 'ReadinessConfirmed', data: { service: 'wallet', at } };
export const workspaceReady: InstallationFact = { type: 'ReadinessConfirmed', data: { service: 'workspace', at } };
export const released: InstallationFact = {
  type: 'CredentialsReleased',
  data: { ...parties, sealedInstalledCall: 'sealed body', at },
};
export const installed: InstallationFact = { type: 'PluginInstalled', data: { ...parties, via: 'installed_call', at } };
export const consentRequested: InstallationFact = {
  type: 'ConsentRequested',
  data: { ...parties, version: '1.1.0', manifestDigest: 'sha256:1', additionalScopes: ['cases.read'], at },
};
/** Beside `consentRequested`, for the admin who asked for the version or for a version that was followed. */
export const updateReported = (by: string | null): InstallationFact => ({
  type: 'UpdateReported',
  data: { ...parties, version: '1.1.0', by, at },
});
export const paused: InstallationFact = {
  type: 'InstallationPaused',
  data: { ...parties, newStatus: 'paused', by: 'per_1', at },
};
export const suspended: InstallationFact = {
  type: 'InstallationSuspended',
  data: { ...parties, newStatus: 'suspended', at },
};
export const removed: InstallationFact = { type: 'InstallationRemoved', data: { ...parties, by: 'per_1', at } };
