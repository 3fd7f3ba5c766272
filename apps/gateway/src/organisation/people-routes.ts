import { installation, workspace, type JsonObject } from '@kushk/contracts';
import { entityTag, pageOf, Refused } from '@kushk/edge';
import { organisationAdmin, type PersonCaller, type PlatformAdminCaller } from '../authentication/caller.js';
import { locatedAt, routesBehind, type Call, type Route } from '../http/route.js';
import {
  CaseBody,
  CaseChangesBody,
  DevelopmentReleaseBody,
  OptionalReasonBody,
  OrganisationBody,
  PersonBody,
  RequiredReasonBody,
} from './organisation.dto.js';

const PREFIX = '/instance/v1';
const { asking, flowing } = routesBehind<PersonCaller>('person', PREFIX);
const platform = routesBehind<PlatformAdminCaller>('platform_admin', PREFIX);

/** An organisation of the platform's home market, where nothing else is said. */
const LOCALE_DEFAULT = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;

type PersonCall = Call<PersonCaller, unknown, unknown>;
const asPerson = ({ caller }: PersonCall) => ({ organisation_id: caller.organisation.id, person_id: caller.person.id });
const byPerson = ({ caller }: PersonCall) => ({ organisation_id: caller.organisation.id, by: caller.person.id });
const aboutProposal = (call: PersonCall) => ({ ...asPerson(call), proposal_id: call.params['id']!, ...call.once });

const peopleRoutes: readonly Route[] = [
  flowing('GET', '/me', {
    summary: 'Who you are, and in which organisation',
    asks: [workspace.authenticatePerson],
    flow: ({ caller: { person, organisation } }) => Promise.resolve({ status: 200, body: { person, organisation } }),
  }),
  platform.asking('POST', '/organisations', {
    summary: 'Make an organisation with its first admin',
    body: OrganisationBody,
    success: 201,
    asks: workspace.createOrganisation,
    request: ({ caller, body, once }) => {
      const { issuer, subject, name } = body.admin;
      return {
        name: body.name,
        locale: body.locale ?? LOCALE_DEFAULT,
        admin: { issuer: issuer ?? caller.issuer, subject, name },
        ...once,
      };
    },
  }),
  asking('GET', '/people', {
    summary: 'The people of the organisation',
    query: pageOf,
    asks: workspace.listPeople,
    request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
  }),
  asking('DELETE', '/people/:id', {
    summary: 'Remove a person',
    may: organisationAdmin,
    success: 204,
    asks: workspace.removePerson,
    request: (call) => ({ ...byPerson(call), person_id: call.params['id']!, ...call.once }),
  }),
];

/** A person is added under the sign-in provider of this instance unless another is named. */
function addPersonRoute(issuer: string): Route {
  return asking('POST', '/people', {
    summary: 'Add a person',
    may: organisationAdmin,
    body: PersonBody,
    success: 201,
    asks: workspace.addPerson,
    request: (call) => {
      const { subject, name, role } = call.body;
      return { ...byPerson(call), issuer: call.body.issuer ?? issuer, subject, name, role, ...call.once };
    },
    headers: ({ id }) => locatedAt(`${PREFIX}/people`, id),
  });
}

const caseRoutes: readonly Route[] = [
  asking('GET', '/cases', {
    summary: 'The cases that you may see',
    query: pageOf,
    asks: workspace.listCases,
    request: (call) => ({ ...asPerson(call), ...call.query }),
  }),
  asking('POST', '/cases', {
    summary: 'Open a case',
    body: CaseBody,
    success: 201,
    asks: workspace.createCase,
    request: (call) => {
      const { title, description, amount, due_on, assignee_id, member_ids } = call.body;
      return {
        ...byPerson(call),
        title,
        description: description ?? null,
        amount: amount ?? null,
        due_on: due_on ?? null,
        assignee_id: assignee_id ?? null,
        member_ids: member_ids ?? null,
        ...call.once,
      };
    },
    headers: ({ id, revision }) => ({ ...locatedAt(`${PREFIX}/cases`, id), etag: entityTag(revision) }),
  }),
  asking('GET', '/cases/:id', {
    summary: 'One case',
    asks: workspace.getCase,
    request: (call) => ({ ...asPerson(call), case_id: call.params['id']! }),
    headers: ({ revision }) => ({ etag: entityTag(revision) }),
  }),
  asking('PATCH', '/cases/:id', {
    summary: 'Edit a case',
    body: CaseChangesBody,
    conditional: true,
    asks: workspace.editCase,
    request: (call) => {
      const { revision, ...changes } = call.body;
      return {
        ...byPerson(call),
        case_id: call.params['id']!,
        revision: call.ifMatch ?? revision ?? null,
        changes: changes as JsonObject,
        ...call.once,
      };
    },
    headers: ({ revision }) => ({ etag: entityTag(revision) }),
  }),
];

const proposalRoutes: readonly Route[] = [
  asking('GET', '/proposals', {
    summary: 'The proposals of plugins that you may see',
    query: (read) => ({ ...pageOf(read), status: read.oneOf('status', ['pending', 'applied', 'rejected']) }),
    asks: workspace.listProposals,
    request: (call) => ({ ...asPerson(call), ...call.query }),
  }),
  asking('GET', '/proposals/:id', {
    summary: 'One proposal',
    asks: workspace.getProposal,
    request: (call) => ({ ...asPerson(call), proposal_id: call.params['id']! }),
  }),
  asking('POST', '/proposals/:id/apply', {
    summary: 'Apply a proposal',
    asks: workspace.applyProposal,
    request: aboutProposal,
  }),
  asking('POST', '/proposals/:id/reject', {
    summary: 'Reject a proposal, with a reason or without',
    body: OptionalReasonBody,
    asks: workspace.rejectProposal,
    request: (call) => ({ ...aboutProposal(call), reason: call.body.reason ?? null }),
  }),
  asking('POST', '/proposals/:id/reason', {
    summary: 'Write the reason of a rejection later',
    body: RequiredReasonBody,
    asks: workspace.giveReason,
    request: (call) => ({ ...aboutProposal(call), reason: call.body.reason }),
  }),
];

const storeRoutes: readonly Route[] = [
  asking('GET', '/store', {
    summary: 'What can be installed here',
    query: pageOf,
    asks: installation.listOffers,
    request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
  }),
  asking('GET', '/store/:plugin_id', {
    summary: 'One plugin of the store',
    asks: installation.getOffer,
    request: ({ caller, params }) => ({ organisation_id: caller.organisation.id, plugin_id: params['plugin_id']! }),
  }),
];

const developmentRoutes: readonly Route[] = [
  asking('POST', '/dev/releases', {
    summary: 'Put a release into this catalogue without review; outside production',
    body: DevelopmentReleaseBody,
    success: 201,
    may: {
      says: 'role admin, or platform administrator',
      check: ({ person, platformAdmin }) => {
        if (person.role !== 'admin' && !platformAdmin) throw Refused.with('auth.role_missing', { required: ['admin'] });
      },
    },
    asks: installation.publishForDevelopment,
    request: ({ caller, body, once }) => ({ manifest: body.manifest, by: caller.person.id, ...once }),
    headers: ({ plugin_id }) => locatedAt(`${PREFIX}/store`, plugin_id),
  }),
];

/** The people's own side of an instance: who they are, their cases, the store, what plugins propose (contract §10). */
export function organisationRoutes({
  production,
  issuer,
}: {
  readonly production: boolean;
  readonly issuer: string;
}): readonly Route[] {
  return [
    ...peopleRoutes,
    addPersonRoute(issuer),
    ...caseRoutes,
    ...proposalRoutes,
    ...storeRoutes,
    ...(production ? [] : developmentRoutes),
  ];
}
