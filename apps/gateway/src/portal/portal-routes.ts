import { catalogue, catalogueMembers, type ColleagueResource, type Page } from '@kushk/contracts';
import { pageOf } from '@kushk/edge';
import type { PublisherMemberCaller } from '../authentication/caller.js';
import { pageOfList } from '../http/page-of-list.js';
import { routesFor, type Call, type Route } from '../http/route.js';
import { routesElsewhere } from '../http/routes-elsewhere.js';

const PREFIX = '/portal/v1/publishers/:publisher_id';
const { proxyRoute, compositeRoute } = routesFor<PublisherMemberCaller>('publisher_member', PREFIX);

type PortalCall = Call<PublisherMemberCaller, unknown, unknown>;
const byPublisher = ({ caller }: PortalCall) => ({ publisher_id: caller.publisher.id });

function personRoutes(registryUrl: string): readonly Route[] {
  return [
    compositeRoute('GET', '/me', {
      operationId: 'getMe',
      summary: 'Get the publisher and your membership of it',
      calls: [],
      handle: ({ caller: { publisher, member } }) =>
        Promise.resolve({
          status: 200,
          body: {
            publisher: { id: publisher.id, name: publisher.name },
            member: { id: member.id, name: member.name },
            registry_url: registryUrl === '' ? null : registryUrl,
          },
        }),
    }),
    proxyRoute('GET', '/members', {
      summary: 'List the people of the publisher',
      query: pageOf,
      calls: catalogueMembers.listMembers,
      request: (call) => ({ ...byPublisher(call), ...call.query }),
      response: ({ items, next_cursor }): Page<ColleagueResource> => ({
        items: items.map(({ id, name, added_at }) => ({ id, name, added_at })),
        next_cursor,
      }),
    }),
  ];
}

const keyRoutes: readonly Route[] = [
  proxyRoute('GET', '/keys', {
    summary: 'List the keys of the publisher, newest first',
    query: pageOf,
    calls: catalogue.listKeys,
    request: byPublisher,
    response: ({ items }, { query }) => pageOfList(items, query, { keyOf: ({ id }) => id, order: 'descending' }),
  }),
  proxyRoute('DELETE', '/keys/:key_id', {
    summary: 'Revoke a key',
    success: 204,
    calls: catalogue.revokeKey,
    request: (call) => ({ ...byPublisher(call), key_id: call.params['key_id']!, ...call.idempotency }),
  }),
];

/**
 * The portal, for the people of publishers: `shared` are the routes of the publisher API, which are the same here,
 * and besides them its keys and its people. A key is never issued here.
 */
export function portalRoutes(
  shared: readonly Route[],
  { registryUrl }: { readonly registryUrl: string },
): readonly Route[] {
  const ofPublisher = routesElsewhere(shared, { from: '/developer/v1', to: PREFIX, callerKind: 'publisher_member' });
  return [...personRoutes(registryUrl), ...ofPublisher, ...keyRoutes];
}
