/** The requests of the operator's pages. */
import type { RolloutAction } from '../release/rollout-panel.js';
import type { RolloutPlan } from '../release/rollout-plan.js';
import { queryOptions } from '@tanstack/react-query';
import { operatorApi, ownKey, resultOf, type OperatorComponents } from '@kushk/api-client';
import { pagedQuery, type searchedText } from '@kushk/ui';
import { timesOf } from '../tehran-days.js';
import type { AuditSearch } from './audit-search.js';
import type { ReleasesSearch } from './releases-search.js';

type Schemas = OperatorComponents['schemas'];
export type Publisher = Schemas['PublisherResource'];
export type Key = Schemas['KeyResource'];
export type Trust = Schemas['TrustResource'];
export type Member = Schemas['MemberResource'];
export type FoundRelease = Schemas['FoundRelease'];
export type Instance = Schemas['ListedInstance'];
export type Staff = Schemas['HubStaff'];
export type Role = Staff['roles'][number];
export type AuditEntry = Schemas['AuditEntry'];
export type Settlement = Schemas['PublisherSettlement'];

const v1 = '/operator/v1';
const PUBLISHER_KEYS = `${v1}/publishers/{id}/keys` as const;
const PUBLISHER_MEMBERS = `${v1}/publishers/{id}/members` as const;
const PUBLISHER_TRUSTS = `${v1}/publishers/{id}/trusts` as const;
const RELEASE = `${v1}/releases/{plugin_id}/{version}` as const;

/** A list that has no filter but its search. */
type TextSearch = ReturnType<typeof searchedText>;

export const publishersQuery = (filter: TextSearch = {}) =>
  pagedQuery(['publishers', filter], (page) =>
    resultOf(operatorApi.GET(`${v1}/publishers`, { params: { query: { ...filter, ...page } } })),
  );
/** One publisher; null for an id that the hub does not have. */
export const publisherQuery = (id: string) =>
  queryOptions({
    queryKey: ['publishers', id],
    queryFn: async ({ signal }) => {
      const params = { query: { publisher_id: id, limit: 1 } };
      return (await resultOf(operatorApi.GET(`${v1}/publishers`, { params, signal }))).items[0] ?? null;
    },
  });
export const keysQuery = (id: string) =>
  pagedQuery(['keys', id], (query) => resultOf(operatorApi.GET(PUBLISHER_KEYS, { params: { path: { id }, query } })));
export const trustsQuery = (id: string) =>
  pagedQuery(['trusts', id], (query) =>
    resultOf(operatorApi.GET(PUBLISHER_TRUSTS, { params: { path: { id }, query } })),
  );
export const membersQuery = (id: string) =>
  pagedQuery(['members', id], (query) =>
    resultOf(operatorApi.GET(PUBLISHER_MEMBERS, { params: { path: { id }, query } })),
  );
export const releasesQuery = ({ publisher, ...filters }: ReleasesSearch) =>
  pagedQuery(['releases', 'found', { publisher, ...filters }], (page) => {
    const query = { ...page, ...filters, ...(publisher !== undefined && { publisher_id: publisher }) };
    return resultOf(operatorApi.GET(`${v1}/releases`, { params: { query } }));
  });
export const instancesQuery = (filter: TextSearch = {}) =>
  pagedQuery(['instances', filter], (page) =>
    resultOf(operatorApi.GET(`${v1}/instances`, { params: { query: { ...filter, ...page } } })),
  );
export const staffQuery = () =>
  pagedQuery(['staff'], (query) => resultOf(operatorApi.GET(`${v1}/staff`, { params: { query } })));
export const auditQuery = (search: AuditSearch) =>
  pagedQuery(['audit', search], async (page) => {
    const { from: _from, to: _to, ...filters } = search;
    const query = { ...page, ...filters, ...timesOf(search) };
    // Without a `format` the response is JSON.
    return (await resultOf(operatorApi.GET(`${v1}/audit`, { params: { query } }))) as Schemas['AuditList'];
  });

const ROLLOUT_ENTRIES = 100;
/** The audit entries about the rollout, among the newest about the release. Read again when the release changes. */
export const rolloutHistoryQuery = ({ plugin_id, version }: ReleaseKey) =>
  queryOptions({
    queryKey: ['releases', plugin_id, version, 'rollout'],
    queryFn: async ({ signal }) => {
      const query = { subject: `${plugin_id}@${version}`, limit: ROLLOUT_ENTRIES };
      const list = await resultOf(operatorApi.GET(`${v1}/audit`, { params: { query }, signal }));
      return (list as Schemas['AuditList']).items.filter(({ action }) => action.startsWith('rollout.'));
    },
  });

export const usageQuery = (month: string) =>
  queryOptions({
    queryKey: ['usage', month],
    // Without `format=csv` the response is JSON.
    queryFn: async () =>
      (await resultOf(operatorApi.GET(`${v1}/usage`, { params: { query: { month } } }))) as Schemas['SettlementUsage'],
  });

/** The signed statements of a publisher, the newest first. */
export const statementsQuery = (id: string) =>
  pagedQuery(['usage', id, 'statements'], (query) =>
    resultOf(operatorApi.GET(`${v1}/publishers/{id}/usage/statements`, { params: { path: { id }, query } })),
  );

export const addPublisher = (body: Publisher) => resultOf(operatorApi.POST(`${v1}/publishers`, { body }));
export type KeyPurpose = 'api' | 'registry';
interface KeyToIssue {
  readonly label: string;
  readonly expires_at: string | null;
  readonly purpose: KeyPurpose;
  readonly scopes: Key['scopes'] | null;
  readonly plugin_id: string | null;
}
export const issueKey = (id: string, body: KeyToIssue) =>
  resultOf(operatorApi.POST(PUBLISHER_KEYS, { params: { path: { id } }, body }));
export const revokeKey = (id: string, key_id: string) =>
  resultOf(operatorApi.DELETE(`${PUBLISHER_KEYS}/{key_id}`, { params: { path: { id, key_id } } }));
export type TrustToAdd = Pick<
  Trust,
  'issuer' | 'audience' | 'claims' | 'plugin_id' | 'scopes' | 'public' | 'expires_at'
>;
export const addTrust = (id: string, body: TrustToAdd) =>
  resultOf(operatorApi.POST(PUBLISHER_TRUSTS, { params: { path: { id } }, body }));
export const endTrust = (id: string, trust_id: string) =>
  resultOf(operatorApi.DELETE(`${PUBLISHER_TRUSTS}/{trust_id}`, { params: { path: { id, trust_id } } }));
export const addMember = (id: string, body: { readonly subject: string; readonly name: string }) =>
  resultOf(operatorApi.POST(PUBLISHER_MEMBERS, { params: { path: { id } }, body }));
export const removeMember = (id: string, member_id: string) =>
  resultOf(operatorApi.DELETE(`${PUBLISHER_MEMBERS}/{member_id}`, { params: { path: { id, member_id } } }));

interface ReleaseKey {
  readonly plugin_id: string;
  readonly version: string;
}
const pathOf = ({ plugin_id, version }: ReleaseKey) => ({ params: { path: { plugin_id, version } } });
/** With `rollout` null that of the publisher applies. */
export const publishRelease = (release: ReleaseKey, rollout: RolloutPlan | null) =>
  resultOf(
    operatorApi.POST(`${RELEASE}/publish`, {
      ...pathOf(release),
      body: rollout === null ? {} : { rollout },
    }),
  );
export const changeRollout = (release: ReleaseKey, action: RolloutAction, reason: string) =>
  resultOf(operatorApi.POST(`${RELEASE}/rollout`, { ...pathOf(release), body: { action, reason } }));
export const resumeRelease = (release: ReleaseKey) => resultOf(operatorApi.POST(`${RELEASE}/resume`, pathOf(release)));
export const suspendRelease = (release: ReleaseKey, reason: string) =>
  resultOf(operatorApi.POST(`${RELEASE}/suspend`, { ...pathOf(release), body: { reason } }));
export const withdrawRelease = (release: ReleaseKey, reason: string) =>
  resultOf(operatorApi.POST(`${RELEASE}/withdraw`, { ...pathOf(release), body: { reason } }));

export const registerInstance = (body: { readonly id: string; readonly name: string; readonly plugin_api: string }) =>
  resultOf(operatorApi.POST(`${v1}/instances`, { params: { header: ownKey() }, body }));
export const rotateInstance = (id: string) =>
  resultOf(operatorApi.POST(`${v1}/instances/{id}/rotate`, { params: { path: { id }, header: ownKey() } }));
/** The credentials of an instance. The hub returns them once, after a registration or a rotation. */
export type Registered = Awaited<ReturnType<typeof registerInstance>> | Awaited<ReturnType<typeof rotateInstance>>;
export const removeInstance = (id: string) =>
  resultOf(operatorApi.DELETE(`${v1}/instances/{id}`, { params: { path: { id } } }));

export const addStaff = (body: { readonly subject: string; readonly name: string; readonly roles: Role[] }) =>
  resultOf(operatorApi.POST(`${v1}/staff`, { body }));
export const changeStaff = (id: string, body: { readonly name: string; readonly roles: Role[] }) =>
  resultOf(operatorApi.PATCH(`${v1}/staff/{id}`, { params: { path: { id } }, body }));
export const removeStaff = (id: string) =>
  resultOf(operatorApi.DELETE(`${v1}/staff/{id}`, { params: { path: { id } } }));
