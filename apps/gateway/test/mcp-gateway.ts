/** A gateway of an instance with one installation, for the tests of the MCP server. */
import { installation, type AuthenticatedInstallation, type InstallationSummary } from '@kushk/contracts';
import { hashCredential, newCredential } from '@kushk/credentials';
import { READING_SCOPES } from '@kushk/manifest';
import { httpClient, type HttpClient } from '@kushk/testing';
import { accepted } from './outcomes.js';
import { PEPPER, startGateway, type GatewayUnderTest } from './start-gateway.js';

const ID = 'ins_01';
export const MCP_PATH = `/i/${ID}/plugin/v1/mcp`;
export const MCP_ORIGIN = 'https://plugin.acme.ir';

export interface McpGateway extends GatewayUnderTest {
  readonly token: string;
  /** Sends requests as the plugin. */
  readonly plugin: HttpClient;
  /** Changes the installation, which has all scopes of tools after a `reset`. */
  change(to: Partial<InstallationSummary>): void;
  reset(): void;
}

export async function startMcpGateway(): Promise<McpGateway> {
  const gateway = await startGateway('instance');
  const token = newCredential('ki');
  let found = newInstallation();
  await gateway.services.respond(installation.authenticateTokens, ({ tokens }) =>
    accepted({
      results: tokens.map(({ token_hash }) =>
        token_hash === null || token_hash === hashCredential(PEPPER, token) ? { ...found, call_open: false } : null,
      ),
    }),
  );
  return {
    ...gateway,
    token,
    plugin: httpClient(gateway.port, {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
    }),
    change: (to) => (found = { ...found, installation: { ...found.installation, ...to } }),
    reset: () => (found = newInstallation()),
  };
}

function newInstallation(): AuthenticatedInstallation {
  return {
    organisation_id: 'org_1',
    page_origin: MCP_ORIGIN,
    installation: {
      installation_id: ID,
      plugin_id: 'ir.acme.a',
      version: '1.0.0',
      status: 'installed',
      delivery: 'push',
      plugin_api: '1.0',
      api_base: `http://instance.test/i/${ID}/plugin/v1`,
      scopes: [...READING_SCOPES, 'records.own', 'proposals.case'],
      scopes_pending: [],
      settings_revision: 1,
      plan: null,
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
      machine_user: { id: 'mus_1' },
      installed_at: null,
      token: { last4: 'abcd' },
    },
  };
}
