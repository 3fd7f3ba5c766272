import { delivery, installation, workspace } from '@kushk/contracts';
import { bodyOf, entityTag, pageOf, Refused } from '@kushk/edge';
import { EVENT_TYPES, PLATFORM_RECORD_TYPES } from '@kushk/manifest';
import type { PluginCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route } from '../http/route.js';
import { platformRoutes } from './platform-routes.js';
import { checkScope, pluginPolicy } from './plugin-policy.js';
import { pluginSourceRoutes } from './source-routes.js';
import { ProposalBody, RecordBody, RotateBody } from './plugin.dto.js';
import { pluginWalletRoutes } from './wallet-routes.js';

const { proxyRoute, compositeRoute } = routesFor<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');

const OVERLAP_DEFAULT_SECONDS = 86_400;
const EVENTS_DEFAULT = 100;
const EVENTS_MAX = 200;
const WAIT_MAX_SECONDS = 25;
const WAIT_MARGIN_MS = 5_000;

type PluginCall = Call<PluginCaller, unknown, unknown>;
const inInstallation = ({ caller }: PluginCall) => ({
  installation_id: caller.installation.installation_id,
  organisation_id: caller.organisationId,
});
const ownRecord = (call: PluginCall) => ({
  ...inInstallation(call),
  type: call.params['type']!,
  external_id: call.params['external_id']!,
});

const ownProposal = (call: PluginCall) => ({
  ...inInstallation(call),
  person_id: call.caller.onBehalfOf?.personId ?? null,
  proposal_id: call.params['proposal_id']!,
});

/** A rotation names what it rotated by a constant, so that the types of the document narrow by `what`. */
interface RotatedToken {
  readonly what: 'token';
  readonly token: string | null;
  readonly previous_valid_until: string;
}
interface RotatedSecret {
  readonly what: 'signing_secret';
  readonly signing_secret: string | null;
  readonly previous_valid_until: string;
}

const installationRoutes: readonly Route[] = [
  compositeRoute('GET', '/installation', {
    operationId: 'getInstallation',
    summary: 'Get the installation',
    requires: pluginPolicy({ handle: true }),
    calls: [installation.authenticateTokens, installation.getSettings],
    handle: async (call, send) => {
      const { installation: found, onBehalfOf } = call.caller;
      // Secret settings are shown only to the installation token, never to a handle.
      const with_secrets = onBehalfOf === null;
      const { reply } = await send(installation.getSettings, { ...inInstallation(call), with_secrets });
      return { status: 200, body: { ...found, ...reply } };
    },
  }),
  proxyRoute('POST', '/installation/rotate', {
    summary:
      'Rotate the token or the signing secret; the response shows it only once, and the old one stays valid for the overlap',
    requires: pluginPolicy({ writes: true }),
    body: bodyOf(RotateBody),
    calls: installation.rotateCredential,
    request: (call) => ({
      ...inInstallation(call),
      token_hash: call.caller.tokenHash ?? '',
      what: call.body.what,
      overlap_seconds: call.body.overlap_seconds ?? OVERLAP_DEFAULT_SECONDS,
      ...call.idempotency,
    }),
    response: ({ what, token, signing_secret, previous_valid_until }): RotatedToken | RotatedSecret =>
      what === 'token' ? { what, token, previous_valid_until } : { what, signing_secret, previous_valid_until },
  }),
  proxyRoute('GET', '/people', {
    summary: 'List the people to whom a proposal can be assigned',
    requires: pluginPolicy({ scope: { anyOf: 'proposals.' }, handle: true }),
    query: pageOf,
    calls: workspace.listPeople,
    request: ({ caller, query }) => ({ organisation_id: caller.organisationId, ...query }),
    response: ({ items, next_cursor }) => ({
      items: items.map(({ id, name }) => ({ id, name, assignable: true })),
      next_cursor,
    }),
  }),
  proxyRoute('GET', '/events', {
    operationId: 'listEvents',
    summary: 'List the events after a cursor; can wait for one',
    requires: pluginPolicy({}),
    query: (read) => ({
      after: read.text('after', 1_000),
      limit: read.integer('limit', 1, EVENTS_MAX) ?? EVENTS_DEFAULT,
      types: read.manyOf('types', EVENT_TYPES),
      wait_ms: (read.integer('wait', 0, WAIT_MAX_SECONDS) ?? 0) * 1_000,
    }),
    deadlineMs: ({ wait_ms }) => Math.max(wait_ms + WAIT_MARGIN_MS, WAIT_MARGIN_MS * 2),
    calls: delivery.pollEvents,
    request: ({ caller, query }) => ({ installation_id: caller.installation.installation_id, ...query }),
  }),
];

const records = (writes: boolean) => pluginPolicy({ scope: 'records.own', handle: true, writes });

const recordRoutes: readonly Route[] = [
  proxyRoute('GET', '/records/:type', {
    summary: "List the plugin's own records of a type",
    requires: records(false),
    query: pageOf,
    calls: workspace.listRecords,
    request: (call) => ({ ...inInstallation(call), type: call.params['type']!, ...call.query }),
  }),
  proxyRoute('GET', '/records/:type/:external_id', {
    summary: 'Get a record',
    requires: records(false),
    calls: workspace.getRecord,
    request: ownRecord,
    headers: ({ revision }) => ({ etag: entityTag(revision) }),
  }),
  proxyRoute('PUT', '/records/:type/:external_id', {
    summary: 'Write a record',
    requires: records(true),
    body: bodyOf(RecordBody),
    conditionalWrite: true,
    calls: workspace.putRecord,
    request: (call) => ({
      ...ownRecord(call),
      data: call.body.data,
      if_match: call.condition,
      ...call.idempotency,
    }),
    status: ({ created }) => (created ? 201 : 200),
    response: ({ type, external_id, revision, created_at, updated_at }, { body }) => ({
      type,
      external_id,
      data: body.data,
      revision,
      created_at,
      updated_at,
    }),
    headers: ({ revision, created, type, external_id }, { caller }) => ({
      etag: entityTag(revision),
      ...(created && {
        location: `${caller.installation.api_base}/records/${encodeURIComponent(type)}/${encodeURIComponent(external_id)}`,
      }),
    }),
  }),
  proxyRoute('DELETE', '/records/:type/:external_id', {
    summary: 'Delete a record',
    requires: records(true),
    success: 204,
    conditionalWrite: true,
    calls: workspace.deleteRecord,
    request: (call) => ({ ...ownRecord(call), if_match: call.condition, ...call.idempotency }),
  }),
];

const PROPOSAL_STATUSES = ['pending', 'applied', 'rejected', 'withdrawn'] as const;
const anyProposal = { anyOf: 'proposals.' } as const;

/** Throws `auth.scope_missing`; for a type that no manifest can ask for, with those that it can. */
function checkProposable(caller: PluginCaller, recordType: string): void {
  const scope = `proposals.${recordType}`;
  if (!PLATFORM_RECORD_TYPES.some((type) => type === recordType))
    throw Refused.with('auth.scope_missing', { scope, proposable: PLATFORM_RECORD_TYPES });
  checkScope(caller, scope);
}

const proposalRoutes: readonly Route[] = [
  proxyRoute('POST', '/proposals', {
    summary: 'Propose a change in platform records',
    requires: pluginPolicy({ scope: anyProposal, handle: true, writes: true }),
    body: bodyOf(ProposalBody),
    calls: workspace.makeProposal,
    request: (call) => {
      const { external_id, record_type, action, record_id, base_revision, changes, summary, assignee_id } = call.body;
      checkProposable(call.caller, record_type);
      return {
        ...inInstallation(call),
        person_id: call.caller.onBehalfOf?.personId ?? null,
        external_id,
        record_type,
        action,
        changes,
        summary,
        record_id: record_id ?? null,
        base_revision: base_revision ?? null,
        assignee_id: assignee_id ?? null,
        ...call.idempotency,
      };
    },
    status: ({ created }) => (created ? 201 : 200),
    response: ({ proposal }) => proposal,
  }),
  proxyRoute('GET', '/proposals', {
    operationId: 'listProposals',
    summary: "List the plugin's proposals",
    requires: pluginPolicy({ scope: anyProposal, handle: true }),
    query: (read) => ({ ...pageOf(read), status: read.oneOf('status', PROPOSAL_STATUSES) }),
    calls: workspace.listProposalsOfPlugin,
    request: (call) => ({
      ...inInstallation(call),
      person_id: call.caller.onBehalfOf?.personId ?? null,
      ...call.query,
    }),
  }),
  proxyRoute('GET', '/proposals/:proposal_id', {
    operationId: 'getProposal',
    summary: "Get one of the plugin's proposals",
    requires: pluginPolicy({ scope: anyProposal, handle: true }),
    calls: workspace.getProposalOfPlugin,
    request: ownProposal,
  }),
  proxyRoute('POST', '/proposals/:proposal_id/withdraw', {
    summary: 'Take a pending proposal back',
    requires: pluginPolicy({ scope: anyProposal, handle: true, writes: true }),
    calls: workspace.withdrawProposal,
    request: (call) => ({ ...ownProposal(call), ...call.idempotency }),
  }),
];

/** The plugin API, which is served at `{api_base}`. */
export const pluginRoutes: readonly Route[] = [
  ...installationRoutes,
  ...recordRoutes,
  ...proposalRoutes,
  ...pluginSourceRoutes,
  ...platformRoutes,
  ...pluginWalletRoutes,
];
