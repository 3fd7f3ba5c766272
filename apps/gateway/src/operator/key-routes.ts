/** The keys of publishers, which the operator issues and revokes. */
import { catalogue } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { pageOfList } from '../http/page-of-list.js';
import { locationHeader, routesFor, type Route } from '../http/route.js';
import { KeyBody } from './operator.dto.js';

const PREFIX = '/operator/v1';
const { proxyRoute } = routesFor<StaffCaller>('staff', PREFIX);
const operator = staffRole('operator');

export const keyRoutes: readonly Route[] = [
  proxyRoute('POST', '/publishers/:id/keys', {
    summary: 'Issue a publisher key; the response shows it only once',
    requires: operator,
    body: bodyOf(KeyBody),
    success: 201,
    calls: catalogue.issueKey,
    request: ({ params, body, idempotency }) => ({
      publisher_id: params['id']!,
      label: body.label,
      expires_at: body.expires_at ?? null,
      purpose: body.purpose ?? 'api',
      ...(body.scopes && { scopes: body.scopes }),
      plugin_id: body.plugin_id ?? null,
      ...idempotency,
    }),
    headers: ({ key }, { params }) => locationHeader(`${PREFIX}/publishers`, params['id']!, 'keys', key.id),
  }),
  proxyRoute('GET', '/publishers/:id/keys', {
    summary: 'List the keys of a publisher, newest first',
    requires: staffRole('operator', 'reviewer', 'billing'),
    query: pageOf,
    calls: catalogue.listKeys,
    request: ({ params }) => ({ publisher_id: params['id']! }),
    response: ({ items }, { query }) => pageOfList(items, query, { keyOf: ({ id }) => id, order: 'descending' }),
  }),
  proxyRoute('DELETE', '/publishers/:id/keys/:key_id', {
    summary: 'Revoke a key',
    requires: operator,
    success: 204,
    calls: catalogue.revokeKey,
    request: ({ params, idempotency }) => ({ publisher_id: params['id']!, key_id: params['key_id']!, ...idempotency }),
  }),
];
