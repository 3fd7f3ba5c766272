import { delivery, installation, wallet } from '@kushk/contracts';
import { pageOf } from '@kushk/edge';
import { mayPurchase, organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { locatedAt, routesBehind, type Call, type Route } from '../http/route.js';
import { callTool, TOOL_DEADLINE_MS } from './call-tool.js';
import {
  type ConsentBody,
  GiftBody,
  InstallBody,
  PlanBody,
  PurchaseBody,
  SettingsBody,
  ToolCallBody,
  VersionConsentBody,
} from './organisation.dto.js';

const PREFIX = '/instance/v1';
const ONE = '/installations/:installation_id';
const { asking, flowing } = routesBehind<PersonCaller>('person', PREFIX);

type PersonCall = Call<PersonCaller, unknown, unknown>;
const one = ({ caller, params }: PersonCall) => ({
  organisation_id: caller.organisation.id,
  installation_id: params['installation_id']!,
});
const oneBy = (call: PersonCall) => ({ ...one(call), by: call.caller.person.id, ...call.once });

/** What was left out was not agreed to. */
function consentOf({ scopes, base_url = null, egress = null }: ConsentBody) {
  return { scopes, ...(base_url !== null && { base_url }), ...(egress !== null && { egress }) };
}

const lifeRoutes: readonly Route[] = [
  asking('POST', '/installations', {
    summary: 'Install a plugin with consent, plan and settings',
    may: organisationAdmin,
    body: InstallBody,
    success: 201,
    asks: installation.install,
    request: ({ caller, body, once }) => {
      return {
        organisation_id: caller.organisation.id,
        by: caller.person.id,
        plugin_id: body.plugin_id,
        version: body.version ?? null,
        plan: body.plan ?? null,
        settings: body.settings ?? {},
        consent: consentOf(body.consent),
        locale: caller.organisation.locale,
        ...once,
      };
    },
    headers: ({ installation_id }) => locatedAt(`${PREFIX}/installations`, installation_id),
  }),
  asking('GET', '/installations', {
    summary: 'The installations of the organisation',
    query: pageOf,
    asks: installation.listInstallations,
    request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
  }),
  asking('GET', ONE, { summary: 'One installation', asks: installation.getInstallation, request: one }),
  asking('DELETE', ONE, {
    summary: 'Remove an installation; its token stops at once',
    may: organisationAdmin,
    asks: installation.removeInstallation,
    request: oneBy,
  }),
  asking('POST', `${ONE}/consent`, {
    summary: 'Agree to a higher version that asks for more',
    may: organisationAdmin,
    body: VersionConsentBody,
    asks: installation.consentToVersion,
    request: (call) => ({
      ...oneBy(call),
      version: call.body.version,
      consent: consentOf(call.body),
      plan: call.body.plan ?? null,
      settings: call.body.settings ?? null,
    }),
  }),
  asking('POST', `${ONE}/rotate`, {
    summary:
      'Renew token and signing secret; the plugin gets them by `installed`, and what is old goes on until it has answered',
    may: organisationAdmin,
    asks: installation.renewCredentials,
    request: oneBy,
  }),
  asking('POST', `${ONE}/pause`, {
    summary: 'Pause an installation',
    may: organisationAdmin,
    asks: installation.pauseInstallation,
    request: oneBy,
  }),
  asking('POST', `${ONE}/resume`, {
    summary: 'Resume a paused installation',
    may: organisationAdmin,
    asks: installation.resumeInstallation,
    request: oneBy,
  }),
  asking('PUT', `${ONE}/settings`, {
    summary: 'Change the settings',
    may: organisationAdmin,
    body: SettingsBody,
    asks: installation.changeSettings,
    request: (call) => ({ ...oneBy(call), settings: call.body.settings }),
  }),
  asking('PUT', `${ONE}/plan`, {
    summary: 'Change the plan',
    may: organisationAdmin,
    body: PlanBody,
    asks: installation.changePlan,
    request: (call) => ({ ...oneBy(call), plan: call.body.plan }),
  }),
];

function walletRoutes(production: boolean): readonly Route[] {
  return [
    flowing('GET', `${ONE}/wallet`, {
      summary: 'The wallet of an installation',
      may: organisationAdmin,
      asks: [installation.getInstallation, wallet.getWallet],
      flow: async (call, ask) => {
        const { reply: found } = await ask(installation.getInstallation, one(call));
        const { reply } = await ask(wallet.getWallet, { installation_id: found.installation_id });
        return { status: 200, body: reply };
      },
    }),
    flowing('POST', `${ONE}/wallet/purchases`, {
      summary: 'Add MU that were bought',
      may: mayPurchase(production),
      body: PurchaseBody,
      success: 201,
      asks: [installation.getInstallation, wallet.purchase],
      flow: async (call, ask) => {
        await ask(installation.getInstallation, one(call));
        const { reply, replayed } = await ask(wallet.purchase, {
          ...oneBy(call),
          mu: call.body.mu,
          reference: call.body.reference ?? null,
        });
        return { status: 201, body: reply, replayed };
      },
    }),
    flowing('POST', `${ONE}/wallet/gifts`, {
      summary: 'Add MU as a gift',
      may: organisationAdmin,
      body: GiftBody,
      success: 201,
      asks: [installation.getInstallation, wallet.gift],
      flow: async (call, ask) => {
        await ask(installation.getInstallation, one(call));
        const { reply, replayed } = await ask(wallet.gift, {
          ...oneBy(call),
          mu: call.body.mu,
          note: call.body.note ?? null,
        });
        return { status: 201, body: reply, replayed };
      },
    }),
  ];
}

const callRoutes: readonly Route[] = [
  asking('GET', `${ONE}/deliveries`, {
    summary: 'What was sent to the plugin, with every attempt',
    may: organisationAdmin,
    query: pageOf,
    asks: delivery.listDeliveries,
    request: (call) => ({ ...one(call), ...call.query }),
  }),
  asking('POST', `${ONE}/deliveries/:event_id/redeliver`, {
    summary: 'Send an event once more',
    may: organisationAdmin,
    asks: delivery.redeliver,
    request: (call) => ({ ...one(call), event_id: call.params['event_id']!, ...call.once }),
  }),
  flowing('POST', `${ONE}/tools/:name`, {
    summary: 'Call a tool of the plugin, as the assistant does',
    body: ToolCallBody,
    deadlineMs: () => TOOL_DEADLINE_MS,
    asks: [installation.prepareToolCall, delivery.callTool],
    flow: ({ caller, params, body }, ask) =>
      callTool(
        caller,
        { installationId: params['installation_id']!, name: params['name']!, arguments: body.arguments ?? {} },
        ask,
      ),
  }),
  asking('GET', '/tools', {
    summary: "All tools that the organisation's assistant may call",
    query: pageOf,
    asks: installation.listTools,
    request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
  }),
];

const credentialRoutes: readonly Route[] = [
  asking('POST', `${ONE}/credentials`, {
    summary: 'Read the credentials once, where the plugin cannot be reached; outside production',
    may: organisationAdmin,
    asks: installation.readCredentials,
    request: oneBy,
  }),
];

/** Installations in an organisation, for its people (contract §10). */
export function installationRoutes({ production }: { readonly production: boolean }): readonly Route[] {
  return [...lifeRoutes, ...walletRoutes(production), ...callRoutes, ...(production ? [] : credentialRoutes)];
}
