import { delivery, installation, wallet, workspace } from '@kushk/contracts';
import { ANY_TAG, entityTag, pageOf } from '@kushk/edge';
import type { PluginCaller } from '../authentication/caller.js';
import { requiredOnce, routesBehind, type Call, type Route } from '../http/route.js';
import { checkScope, plugin } from './plugin-permission.js';
import { ConsumeBody, HoldBody, ProposalBody, RecordBody, RotateBody, SettleBody } from './plugin.dto.js';
import { visibleInstallation } from './visible-installation.js';

const { asking, flowing } = routesBehind<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');

const OVERLAP_USUAL_SECONDS = 86_400;
const EVENTS_USUAL = 100;
const EVENTS_MOST = 200;
const WAIT_MOST_SECONDS = 25;
const WAIT_MARGIN_MS = 5_000;
/** `If-None-Match: *` (RFC 9110, section 13.1.2): only where there is no record yet. */
const NO_REVISION = 0;
const EVENT_TYPES_MOST_CHARACTERS = 1_000;

type PluginCall = Call<PluginCaller, unknown, unknown>;
const inInstallation = ({ caller }: PluginCall) => ({
  installation_id: caller.installation.installation_id,
  organisation_id: caller.organisationId,
});
const byPlugin = (call: PluginCall) => ({
  installation_id: call.caller.installation.installation_id,
  ...requiredOnce(call),
});
const ownRecord = (call: PluginCall) => ({
  ...inInstallation(call),
  type: call.params['type']!,
  external_id: call.params['external_id']!,
});

const whoRoutes: readonly Route[] = [
  flowing('GET', '/installation', {
    summary: 'Who the installation is',
    may: plugin({ handle: true }),
    asks: [installation.authenticateTokens],
    flow: ({ caller }) => Promise.resolve({ status: 200, body: visibleInstallation(caller) }),
  }),
  asking('POST', '/installation/rotate', {
    summary: 'Renew the token or the signing secret; shown this once, the one before goes on for the overlap',
    may: plugin({ writes: true }),
    body: RotateBody,
    asks: installation.rotateCredential,
    request: (call) => ({
      ...inInstallation(call),
      what: call.body.what,
      overlap_seconds: call.body.overlap_seconds ?? OVERLAP_USUAL_SECONDS,
      ...call.once,
    }),
    shows: ({ what, token, signing_secret, previous_valid_until }) => ({
      what,
      ...(what === 'token' ? { token } : { signing_secret }),
      previous_valid_until,
    }),
  }),
  asking('GET', '/people', {
    summary: 'Colleagues to whom a proposal can be assigned',
    may: plugin({ scope: { anyOf: 'proposals.' }, handle: true }),
    query: pageOf,
    asks: workspace.listPeople,
    request: ({ caller, query }) => ({ organisation_id: caller.organisationId, ...query }),
    shows: ({ items, next_cursor }) => ({
      items: items.map(({ id, name }) => ({ id, name, assignable: true })),
      next_cursor,
    }),
  }),
  asking('GET', '/events', {
    summary: 'The events of this installation after a cursor; waits for one when asked to',
    may: plugin({}),
    query: (read) => ({
      after: read.text('after', 1_000),
      limit: read.integer('limit', 1, EVENTS_MOST) ?? EVENTS_USUAL,
      types:
        read
          .text('types', EVENT_TYPES_MOST_CHARACTERS)
          ?.split(',')
          .filter((type) => type !== '') ?? null,
      wait_ms: (read.integer('wait', 0, WAIT_MOST_SECONDS) ?? 0) * 1_000,
    }),
    deadlineMs: ({ wait_ms }) => Math.max(wait_ms + WAIT_MARGIN_MS, WAIT_MARGIN_MS * 2),
    asks: delivery.pollEvents,
    request: ({ caller, query }) => ({ installation_id: caller.installation.installation_id, ...query }),
  }),
];

const records = (writes: boolean) => plugin({ scope: 'records.own', handle: true, writes });

const recordRoutes: readonly Route[] = [
  asking('GET', '/records/:type', {
    summary: "The plugin's own records of a type",
    may: records(false),
    query: pageOf,
    asks: workspace.listRecords,
    request: (call) => ({ ...inInstallation(call), type: call.params['type']!, ...call.query }),
  }),
  asking('GET', '/records/:type/:external_id', {
    summary: 'One record',
    may: records(false),
    asks: workspace.getRecord,
    request: ownRecord,
    headers: ({ revision }) => ({ etag: entityTag(revision) }),
  }),
  asking('PUT', '/records/:type/:external_id', {
    summary: 'Write one record',
    may: records(true),
    body: RecordBody,
    conditional: true,
    asks: workspace.putRecord,
    request: (call) => ({
      ...ownRecord(call),
      data: call.body.data,
      if_match: call.ifMatch ?? (call.ifNoneMatch.includes(ANY_TAG) ? NO_REVISION : null),
      ...call.once,
    }),
    status: ({ created }) => (created ? 201 : 200),
    shows: ({ type, external_id, data, revision, created_at, updated_at }) => ({
      type,
      external_id,
      data,
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
  asking('DELETE', '/records/:type/:external_id', {
    summary: 'Delete one record',
    may: records(true),
    success: 204,
    conditional: true,
    asks: workspace.deleteRecord,
    request: (call) => ({ ...ownRecord(call), if_match: call.ifMatch, ...call.once }),
  }),
];

const anyProposal = { anyOf: 'proposals.' } as const;

const proposalRoutes: readonly Route[] = [
  asking('POST', '/proposals', {
    summary: 'Propose a change in platform records',
    may: plugin({ scope: anyProposal, handle: true, writes: true }),
    body: ProposalBody,
    asks: workspace.makeProposal,
    request: (call) => {
      const { external_id, record_type, action, record_id, base_revision, changes, summary, assignee_id } = call.body;
      checkScope(call.caller, `proposals.${record_type}`);
      return {
        ...inInstallation(call),
        person_id: call.caller.behalf?.personId ?? null,
        external_id,
        record_type,
        action,
        changes,
        summary,
        record_id: record_id ?? null,
        base_revision: base_revision ?? null,
        assignee_id: assignee_id ?? null,
        ...call.once,
      };
    },
    status: ({ created }) => (created ? 201 : 200),
    shows: ({ proposal }) => proposal,
  }),
  asking('GET', '/proposals', {
    summary: "The plugin's proposals",
    may: plugin({ scope: anyProposal, handle: true }),
    query: (read) => ({ ...pageOf(read), status: read.oneOf('status', ['pending', 'applied', 'rejected']) }),
    asks: workspace.listProposalsOfPlugin,
    request: (call) => ({ ...inInstallation(call), person_id: call.caller.behalf?.personId ?? null, ...call.query }),
  }),
];

const sells = plugin({ scope: 'wallet.consume', writes: true });

const walletRoutes: readonly Route[] = [
  asking('GET', '/wallet', {
    summary: 'The wallet with its active plan',
    may: plugin({ scope: 'wallet.consume', handle: true }),
    asks: wallet.getWallet,
    request: ({ caller }) => ({ installation_id: caller.installation.installation_id }),
  }),
  asking('POST', '/wallet/holds', {
    summary: 'Reserve MU before a service',
    may: sells,
    body: HoldBody,
    idempotency: 'required',
    success: 201,
    asks: wallet.placeHold,
    request: (call) => {
      const { service, count, ttl_seconds, reference } = call.body;
      return { ...byPlugin(call), service, count, ttl_seconds: ttl_seconds ?? null, reference: reference ?? null };
    },
    headers: ({ id }, { caller }) => ({ location: `${caller.installation.api_base}/wallet/holds/${id}` }),
  }),
  asking('GET', '/wallet/holds/:hold_id', {
    summary: 'One hold',
    may: plugin({ scope: 'wallet.consume' }),
    asks: wallet.getHold,
    request: ({ caller, params }) => ({
      installation_id: caller.installation.installation_id,
      hold_id: params['hold_id']!,
    }),
  }),
  asking('POST', '/wallet/holds/:hold_id/settle', {
    summary: 'Settle a hold after the service, wholly or in part',
    may: sells,
    body: SettleBody,
    idempotency: 'required',
    asks: wallet.settleHold,
    request: (call) => ({ ...byPlugin(call), hold_id: call.params['hold_id']!, count: call.body.count ?? null }),
  }),
  asking('POST', '/wallet/holds/:hold_id/release', {
    summary: 'Release the reservation',
    may: sells,
    idempotency: 'required',
    asks: wallet.releaseHold,
    request: (call) => ({ ...byPlugin(call), hold_id: call.params['hold_id']! }),
  }),
  asking('POST', '/wallet/consume', {
    summary: 'Consume MU at once',
    may: sells,
    body: ConsumeBody,
    idempotency: 'required',
    success: 201,
    asks: wallet.consume,
    request: (call) => ({
      ...byPlugin(call),
      service: call.body.service,
      count: call.body.count,
      reference: call.body.reference ?? null,
    }),
  }),
];

/** The plugin-facing API at `{api_base}` (seed: Plugin-facing API; contract §8). */
export const pluginRoutes: readonly Route[] = [...whoRoutes, ...recordRoutes, ...proposalRoutes, ...walletRoutes];
