import {
  delivery,
  DELIVERY_CHANNELS,
  DELIVERY_STATUSES,
  installation,
  LISTED_STATUSES,
  workspaceSessions,
} from '@kushk/contracts';
import { bodyOf, pageOf, problemAt, problemTexts, Refused } from '@kushk/edge';
import { organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { locationHeader, routesFor, type Call, type Route } from '../http/route.js';
import { SEARCH_MAX } from './inbox-search.js';
import { callTool, TOOL_DEADLINE_MS } from './call-tool.js';
import {
  type ConsentBody,
  InstallBody,
  PlanBody,
  RedeliverRangeBody,
  SettingsBody,
  ShownVersionBody,
  ToolCallBody,
  UpdatePolicyBody,
  VersionConsentBody,
} from './organisation.dto.js';
import { walletRoutes } from './wallet-routes.js';

const PREFIX = '/instance/v1';
const INSTALLATION = '/installations/:installation_id';
/** The maximum length of a version in a manifest. */
const VERSION_MAX = 64;
const { proxyRoute, compositeRoute } = routesFor<PersonCaller>('person', PREFIX);

type PersonCall = Call<PersonCaller, unknown, unknown>;
const ofInstallation = ({ caller, params }: PersonCall) => ({
  organisation_id: caller.organisation.id,
  installation_id: params['installation_id']!,
});
const byAdmin = (call: PersonCall) => ({ ...ofInstallation(call), by: call.caller.person.id, ...call.idempotency });
/** Settings are shown to admins only. */
const withSettings = ({ caller }: PersonCall) => ({ with_settings: caller.person.role === 'admin' });

/** Fields that the client omits are not part of the consent. */
function consentOf({ scopes, base_url = null, egress = null }: ConsentBody) {
  return { scopes, ...(base_url !== null && { base_url }), ...(egress !== null && { egress }) };
}

const lifecycleRoutes: readonly Route[] = [
  proxyRoute('POST', '/installations', {
    operationId: 'installPlugin',
    summary: 'Install a plugin with consent, plan and settings',
    requires: organisationAdmin,
    body: bodyOf(InstallBody),
    success: 201,
    calls: installation.install,
    request: ({ caller, body, idempotency }) => {
      return {
        organisation_id: caller.organisation.id,
        by: caller.person.id,
        plugin_id: body.plugin_id,
        version: body.version ?? null,
        plan: body.plan ?? null,
        settings: body.settings ?? {},
        consent: consentOf(body.consent),
        locale: caller.organisation.locale,
        ...idempotency,
      };
    },
    headers: ({ installation_id }) => locationHeader(`${PREFIX}/installations`, installation_id),
  }),
  proxyRoute('GET', '/installations', {
    summary: 'List the installations of the organisation, the oldest first or the newest',
    query: (read) => ({
      ...pageOf(read),
      status: read.oneOf('status', LISTED_STATUSES),
      query: read.text('q', SEARCH_MAX),
      sort: read.oneOf('sort', ['newest', 'oldest']),
    }),
    calls: installation.listInstallations,
    request: (call) => ({ organisation_id: call.caller.organisation.id, ...withSettings(call), ...call.query }),
  }),
  proxyRoute('GET', INSTALLATION, {
    summary: 'Get an installation',
    calls: installation.getInstallation,
    request: (call) => ({ ...ofInstallation(call), ...withSettings(call) }),
  }),
  proxyRoute('GET', `${INSTALLATION}/manifest`, {
    summary: 'Get the manifest of the installed version, or of the version that the update shows',
    query: (read) => ({ version: read.text('version', VERSION_MAX) }),
    calls: installation.getManifest,
    request: (call) => ({ ...ofInstallation(call), version: call.query.version }),
  }),
  proxyRoute('DELETE', INSTALLATION, {
    summary: 'Remove an installation; its token stops working at once',
    requires: organisationAdmin,
    calls: installation.removeInstallation,
    request: byAdmin,
  }),
  proxyRoute('PATCH', INSTALLATION, {
    summary: 'Change which versions the installation follows: its channel, and whether by itself',
    requires: organisationAdmin,
    body: bodyOf(UpdatePolicyBody),
    calls: installation.changeUpdatePolicy,
    request: (call) => ({
      ...byAdmin(call),
      channel: call.body.channel ?? null,
      follow: call.body.follow ?? null,
    }),
  }),
  proxyRoute('GET', `${INSTALLATION}/update`, {
    summary: 'Get the version that waits for consent, or to which it may move, compared with the installed one',
    requires: organisationAdmin,
    calls: installation.getUpdate,
    request: ofInstallation,
  }),
  proxyRoute('POST', `${INSTALLATION}/update/move`, {
    summary: 'Move to the version that is shown, whether or not the installation follows it by itself',
    requires: organisationAdmin,
    body: bodyOf(ShownVersionBody),
    calls: installation.moveToVersion,
    request: (call) => ({ ...byAdmin(call), version: call.body.version }),
  }),
  proxyRoute('POST', `${INSTALLATION}/update/decline`, {
    summary: 'Decline the version that waits for consent; the next version is offered again',
    requires: organisationAdmin,
    body: bodyOf(ShownVersionBody),
    calls: installation.declineVersion,
    request: (call) => ({ ...byAdmin(call), version: call.body.version }),
  }),
  proxyRoute('POST', `${INSTALLATION}/update/reopen`, {
    summary: 'Take back the decision to decline a version, which is then offered again',
    requires: organisationAdmin,
    body: bodyOf(ShownVersionBody),
    calls: installation.reopenVersion,
    request: (call) => ({ ...byAdmin(call), version: call.body.version }),
  }),
  proxyRoute('POST', `${INSTALLATION}/update/consent`, {
    summary: 'Consent to the version that waits for consent',
    requires: organisationAdmin,
    body: bodyOf(VersionConsentBody),
    calls: installation.consentToVersion,
    request: (call) => ({
      ...byAdmin(call),
      version: call.body.version,
      consent: consentOf(call.body),
      plan: call.body.plan ?? null,
      settings: call.body.settings ?? null,
    }),
  }),
  proxyRoute('POST', `${INSTALLATION}/credentials`, {
    summary:
      'Read the credentials of a plugin that polls, once and within seven days; outside production those of any plugin',
    requires: organisationAdmin,
    calls: installation.readCredentials,
    request: byAdmin,
  }),
  proxyRoute('POST', `${INSTALLATION}/rotate`, {
    summary:
      'Rotate token and signing secret; the plugin receives them with `installed`, or an admin reads those of a plugin that polls; the old ones stay valid until then',
    requires: organisationAdmin,
    calls: installation.renewCredentials,
    request: byAdmin,
  }),
  proxyRoute('POST', `${INSTALLATION}/reconnect`, {
    summary:
      'Replace lost credentials: the old token and secret end at once, and the plugin receives new ones with `installed`',
    requires: organisationAdmin,
    calls: installation.reconnectInstallation,
    request: byAdmin,
  }),
  proxyRoute('POST', `${INSTALLATION}/pause`, {
    summary: 'Pause an installation',
    requires: organisationAdmin,
    calls: installation.pauseInstallation,
    request: byAdmin,
  }),
  proxyRoute('POST', `${INSTALLATION}/resume`, {
    summary: 'Resume a paused installation',
    requires: organisationAdmin,
    calls: installation.resumeInstallation,
    request: byAdmin,
  }),
  proxyRoute('PUT', `${INSTALLATION}/settings`, {
    summary: 'Change the settings; with If-Match, only those of this `settings_revision`',
    requires: organisationAdmin,
    conditionalWrite: true,
    body: bodyOf(SettingsBody),
    calls: installation.changeSettings,
    request: (call) => ({ ...byAdmin(call), settings: call.body.settings, revision: call.condition }),
  }),
  proxyRoute('PUT', `${INSTALLATION}/plan`, {
    summary: 'Change the plan',
    requires: organisationAdmin,
    body: bodyOf(PlanBody),
    calls: installation.changePlan,
    request: (call) => ({ ...byAdmin(call), plan: call.body.plan }),
  }),
];

const deliveryRoutes: readonly Route[] = [
  proxyRoute('GET', `${INSTALLATION}/health`, {
    summary: 'Get the health of the calls to the plugin: lifecycle, events and tools',
    requires: organisationAdmin,
    calls: delivery.getHealth,
    request: ofInstallation,
  }),
  proxyRoute('GET', `${INSTALLATION}/deliveries`, {
    summary: 'List the events, lifecycle calls and tool calls to the plugin with their newest attempts',
    requires: organisationAdmin,
    query: (read) => ({
      ...pageOf(read),
      channel: read.oneOf('channel', DELIVERY_CHANNELS),
      status: read.oneOf('status', DELIVERY_STATUSES),
      q: read.text('q', SEARCH_MAX),
      sort: read.oneOf('sort', ['newest', 'oldest']),
    }),
    calls: delivery.listDeliveries,
    request: (call) => ({ ...ofInstallation(call), ...call.query }),
  }),
  proxyRoute('POST', `${INSTALLATION}/deliveries/:event_id/redeliver`, {
    summary: 'Send one event, or one lifecycle call that the plugin has not accepted, again',
    requires: organisationAdmin,
    calls: delivery.redeliver,
    request: (call) => ({ ...ofInstallation(call), event_id: call.params['event_id']!, ...call.idempotency }),
  }),
  proxyRoute('POST', `${INSTALLATION}/deliveries/redeliver`, {
    summary: 'Queue the dead letters of the events that were created in a period again',
    requires: organisationAdmin,
    body: bodyOf(RedeliverRangeBody),
    calls: delivery.redeliverRange,
    request: (call) => {
      const { from, to } = call.body;
      if (Date.parse(from) > Date.parse(to))
        throw Refused.with('request.invalid', { problems: [problemAt('/to', problemTexts.notBefore('from'))] });
      return { ...ofInstallation(call), from, to, ...call.idempotency };
    },
  }),
  proxyRoute('POST', `${INSTALLATION}/deliveries/resume`, {
    summary: 'Resume the deliveries: ends a stop after a 410 response and closes open circuits',
    requires: organisationAdmin,
    calls: delivery.resumeDeliveries,
    request: (call) => ({ ...ofInstallation(call), ...call.idempotency }),
  }),
  compositeRoute('POST', `${INSTALLATION}/tools/:name`, {
    operationId: 'callTool',
    summary: 'Call a tool of the plugin, as the assistant does',
    body: bodyOf(ToolCallBody),
    deadlineMs: () => TOOL_DEADLINE_MS,
    calls: [workspaceSessions.useSession, installation.prepareToolCall, delivery.callTool, installation.endToolCall],
    handle: ({ caller, params, body }, send) =>
      callTool(
        caller,
        { installationId: params['installation_id']!, name: params['name']!, arguments: body.arguments ?? {} },
        send,
      ),
  }),
  proxyRoute('GET', '/tools', {
    summary: "List the tools that the organisation's assistant may call",
    query: pageOf,
    calls: installation.listTools,
    request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
  }),
];

/** The installations of an organisation, for the people of the organisation. */
export function installationRoutes({ production }: { readonly production: boolean }): readonly Route[] {
  return [...lifecycleRoutes, ...walletRoutes(production), ...deliveryRoutes];
}
