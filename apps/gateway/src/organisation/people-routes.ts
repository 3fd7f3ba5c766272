import { installation, STORE_SORTS, TIERS, workspace, workspaceDecisions } from '@kushk/contracts';
import { bodyOf, languageOf, pageOf } from '@kushk/edge';
import { PLATFORM_RECORD_TYPES } from '@kushk/manifest';
import { inboxSearch, PLUGIN_ID_MAX, SEARCH_MAX } from './inbox-search.js';
import {
  organisationAdmin,
  platformRole,
  type PersonCaller,
  type PlatformStaffCaller,
} from '../authentication/caller.js';
import { locationHeader, routesFor, type Call, type Route } from '../http/route.js';
import {
  ApplyProposalBody,
  AssignProposalBody,
  DecideProposalsBody,
  DevelopmentReleaseBody,
  OptionalReasonBody,
  OrganisationBody,
  PersonBody,
  PersonChangesBody,
  RequiredReasonBody,
} from './organisation.dto.js';

const PREFIX = '/instance/v1';
/** The maximum length of a version in a manifest. */
const VERSION_MAX = 64;
const ID_MAX = 64;
const { proxyRoute, compositeRoute } = routesFor<PersonCaller>('person', PREFIX);
const platform = routesFor<PlatformStaffCaller>('platform_staff', PREFIX);

/** The locale for an organisation without a locale of its own: the locale of the platform's home market. */
const LOCALE_DEFAULT = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;

const asBoolean = (text: 'true' | 'false' | null): boolean | null => (text === null ? null : text === 'true');

type PersonCall = Call<PersonCaller, unknown, unknown>;
const asPerson = ({ caller }: PersonCall) => ({ organisation_id: caller.organisation.id, person_id: caller.person.id });
const byPerson = ({ caller }: PersonCall) => ({ organisation_id: caller.organisation.id, by: caller.person.id });
const ofProposal = (call: PersonCall) => ({
  ...asPerson(call),
  proposal_id: call.params['id']!,
  ...call.idempotency,
});

/** The filters of the list of proposals, in which a person may be `me`. */
const proposalFilterOf = <F extends { readonly assignee?: string | null }>(
  { caller }: PersonCall,
  { assignee = null, ...filter }: F,
) => ({ ...filter, assignee_id: assignee === 'me' ? caller.person.id : assignee });

/** `production`: purchases then need the role billing of the instance, and nobody can read credentials. */
const meRoute = (production: boolean): Route =>
  compositeRoute('GET', '/me', {
    operationId: 'getMe',
    summary: 'Get the signed-in person, the organisation, and whether the instance runs in production',
    calls: [workspace.authenticatePerson],
    handle: ({ caller: { person, organisation } }) =>
      Promise.resolve({ status: 200, body: { person, organisation, production } }),
  });

const peopleRoutes: readonly Route[] = [
  platform.proxyRoute('GET', '/organisations', {
    summary: 'List the organisations of the instance, the newest first',
    requires: platformRole('platform_admin'),
    query: pageOf,
    calls: workspace.listOrganisations,
    request: ({ query }) => query,
  }),
  platform.proxyRoute('POST', '/organisations', {
    summary: 'Create an organisation with its first admin',
    requires: platformRole('platform_admin'),
    body: bodyOf(OrganisationBody),
    success: 201,
    calls: workspace.createOrganisation,
    request: ({ caller, body, idempotency }) => {
      const { issuer, subject, name } = body.admin;
      return {
        name: body.name,
        locale: body.locale ?? LOCALE_DEFAULT,
        admin: { issuer: issuer ?? caller.issuer, subject, name },
        ...idempotency,
      };
    },
  }),
  proxyRoute('GET', '/people', {
    summary: 'List the people of the organisation',
    query: pageOf,
    calls: workspace.listPeople,
    request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
  }),
  proxyRoute('PATCH', '/people/:id', {
    summary: 'Change the name or the role of a person; a new role counts from the next request on',
    requires: organisationAdmin,
    body: bodyOf(PersonChangesBody),
    calls: workspace.changePerson,
    request: (call) => ({
      ...byPerson(call),
      person_id: call.params['id']!,
      name: call.body.name ?? null,
      role: call.body.role ?? null,
      ...call.idempotency,
    }),
  }),
  proxyRoute('DELETE', '/people/:id', {
    summary: 'Remove a person',
    requires: organisationAdmin,
    success: 204,
    calls: workspace.removePerson,
    request: (call) => ({ ...byPerson(call), person_id: call.params['id']!, ...call.idempotency }),
  }),
];

/** Without `issuer`, the person signs in with the OpenID Connect provider of this instance. */
function addPersonRoute(issuer: string): Route {
  return proxyRoute('POST', '/people', {
    summary: 'Add a person',
    requires: organisationAdmin,
    body: bodyOf(PersonBody),
    success: 201,
    calls: workspace.addPerson,
    request: (call) => {
      const { subject, name, role } = call.body;
      return { ...byPerson(call), issuer: call.body.issuer ?? issuer, subject, name, role, ...call.idempotency };
    },
    headers: ({ id }) => locationHeader(`${PREFIX}/people`, id),
  });
}

const proposalRoutes: readonly Route[] = [
  proxyRoute('GET', '/inbox/counts', {
    summary: 'Count the pending proposals and sources that you may see; 1,000 stands for 1,000 or more',
    query: (read) => ({
      plugin_id: read.text('plugin_id', PLUGIN_ID_MAX),
      record_type: read.oneOf('record_type', PLATFORM_RECORD_TYPES),
      stale: read.oneOf('stale', ['true']),
      q: read.text('q', SEARCH_MAX),
    }),
    calls: workspace.countInbox,
    request: (call) => ({ ...asPerson(call), ...call.query, stale: call.query.stale !== null }),
  }),
  proxyRoute('GET', '/proposals', {
    summary: 'List the proposals of plugins that you may see',
    query: (read) => ({
      ...pageOf(read),
      status: read.oneOf('status', ['pending', 'applied', 'rejected', 'withdrawn']),
      assignee: read.text('assignee', ID_MAX),
      record_id: read.text('record_id', ID_MAX),
      plugin_id: read.text('plugin_id', PLUGIN_ID_MAX),
      record_type: read.oneOf('record_type', PLATFORM_RECORD_TYPES),
      stale: read.oneOf('stale', ['true']),
      ...inboxSearch(read),
    }),
    calls: workspace.listProposals,
    request: (call) => {
      const { stale, ...query } = call.query;
      return { ...asPerson(call), ...proposalFilterOf(call, query), stale: stale !== null };
    },
  }),
  proxyRoute('GET', '/proposals/:id', {
    summary: 'Get a proposal',
    calls: workspace.getProposal,
    request: (call) => ({ ...asPerson(call), proposal_id: call.params['id']! }),
  }),
  proxyRoute('POST', '/proposals/decide', {
    summary: 'Apply or reject many pending proposals, each by itself',
    body: bodyOf(DecideProposalsBody),
    calls: workspaceDecisions.decideProposals,
    request: (call) => {
      const { ids = null, filter = null, before = null, expected_count = null, action, reason = null } = call.body;
      const selected = { ids, filter: filter && proposalFilterOf(call, filter), before, expected_count };
      return { ...asPerson(call), ...selected, action, reason, ...call.idempotency };
    },
  }),
  proxyRoute('POST', '/proposals/:id/assign', {
    summary: 'Assign a pending proposal to a colleague, or to nobody',
    body: bodyOf(AssignProposalBody),
    calls: workspace.assignProposal,
    request: (call) => ({ ...ofProposal(call), assignee_id: call.body.assignee_id ?? null }),
  }),
  proxyRoute('POST', '/proposals/:id/apply', {
    summary: 'Apply a proposal',
    body: bodyOf(ApplyProposalBody),
    calls: workspace.applyProposal,
    request: (call) => ({
      ...ofProposal(call),
      overwrite: call.body.overwrite ?? false,
      seen_revision: call.body.seen_revision ?? null,
    }),
  }),
  proxyRoute('POST', '/proposals/:id/undo', {
    summary: 'Take back what you applied, within 30 seconds',
    calls: workspaceDecisions.undoProposal,
    request: ofProposal,
  }),
  proxyRoute('POST', '/proposals/:id/reject', {
    summary: 'Reject a proposal, optionally with a reason',
    body: bodyOf(OptionalReasonBody),
    calls: workspace.rejectProposal,
    request: (call) => ({ ...ofProposal(call), reason: call.body.reason ?? null }),
  }),
  proxyRoute('POST', '/proposals/:id/reason', {
    summary: 'Add the reason of a rejection later',
    body: bodyOf(RequiredReasonBody),
    calls: workspace.explainRejection,
    request: (call) => ({ ...ofProposal(call), reason: call.body.reason }),
  }),
];

const storeRoutes: readonly Route[] = [
  proxyRoute('GET', '/store', {
    summary: 'List the plugins that can be installed, all or those that match a text',
    query: (read) => ({
      ...pageOf(read),
      query: read.text('q', SEARCH_MAX),
      installed: asBoolean(read.oneOf('installed', ['true', 'false'])),
      tier: read.oneOf('tier', TIERS),
      sort: read.oneOf('sort', STORE_SORTS),
    }),
    calls: installation.listListings,
    request: ({ caller, query, http }) => ({
      organisation_id: caller.organisation.id,
      ...query,
      language: languageOf(http.headers['accept-language']),
    }),
  }),
  proxyRoute('GET', '/store/:plugin_id/versions', {
    summary: 'List the versions of a plugin of the store, the highest first, with what changed',
    query: pageOf,
    calls: installation.listVersions,
    request: ({ caller, params, query }) => ({
      organisation_id: caller.organisation.id,
      plugin_id: params['plugin_id']!,
      ...query,
    }),
  }),
  proxyRoute('GET', '/store/:plugin_id', {
    summary: 'Get a plugin of the store: its highest version, or the given one',
    query: (read) => ({ version: read.text('version', VERSION_MAX) }),
    calls: installation.getListing,
    request: ({ caller, params, query }) => ({
      organisation_id: caller.organisation.id,
      plugin_id: params['plugin_id']!,
      version: query.version,
    }),
  }),
];

const developmentRoutes: readonly Route[] = [
  proxyRoute('POST', '/dev/releases', {
    operationId: 'publishDevelopmentRelease',
    summary: 'Add a release to the store without review; not in production',
    body: bodyOf(DevelopmentReleaseBody),
    success: 201,
    requires: organisationAdmin,
    calls: installation.publishForDevelopment,
    request: ({ caller, body, idempotency }) => ({ manifest: body.manifest, by: caller.person.id, ...idempotency }),
    headers: ({ plugin_id }) => locationHeader(`${PREFIX}/store`, plugin_id),
  }),
];

/** An instance's API for people: their profile, the plugin store and the proposals of plugins. */
export function organisationRoutes({
  production,
  issuer,
}: {
  readonly production: boolean;
  readonly issuer: string;
}): readonly Route[] {
  return [
    meRoute(production),
    ...peopleRoutes,
    addPersonRoute(issuer),
    ...proposalRoutes,
    ...storeRoutes,
    ...(production ? [] : developmentRoutes),
  ];
}
