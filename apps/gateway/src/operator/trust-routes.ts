/** Trusts of publishers, by which jobs of a CI system get keys of a few minutes. */
import { catalogueTrusts } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { pageOfList } from '../http/page-of-list.js';
import { locationHeader, routesFor, type Route } from '../http/route.js';
import { TrustBody } from './trust.dto.js';

const PREFIX = '/operator/v1';
const { proxyRoute } = routesFor<StaffCaller>('staff', PREFIX);
const operator = staffRole('operator');

export const trustRoutes: readonly Route[] = [
  proxyRoute('POST', '/publishers/:id/trusts', {
    summary: 'Let jobs of a CI system get keys of a publisher for ten minutes',
    requires: operator,
    body: bodyOf(TrustBody),
    success: 201,
    calls: catalogueTrusts.addTrust,
    request: ({ params, body, idempotency }) => ({
      publisher_id: params['id']!,
      ...body,
      public: body.public ?? false,
      expires_at: body.expires_at ?? null,
      ...idempotency,
    }),
    headers: ({ id }, { params }) => locationHeader(`${PREFIX}/publishers`, params['id']!, 'trusts', id),
  }),
  proxyRoute('GET', '/publishers/:id/trusts', {
    summary: 'List the trusts of a publisher, newest first',
    requires: staffRole('operator', 'reviewer', 'billing'),
    query: pageOf,
    calls: catalogueTrusts.listTrusts,
    request: ({ params }) => ({ publisher_id: params['id']! }),
    response: ({ items }, { query }) => pageOfList(items, query, { keyOf: ({ id }) => id, order: 'descending' }),
  }),
  proxyRoute('DELETE', '/publishers/:id/trusts/:trust_id', {
    summary: 'End a trust and its keys',
    requires: operator,
    success: 204,
    calls: catalogueTrusts.endTrust,
    request: ({ params, idempotency }) => ({
      publisher_id: params['id']!,
      trust_id: params['trust_id']!,
      ...idempotency,
    }),
  }),
];
