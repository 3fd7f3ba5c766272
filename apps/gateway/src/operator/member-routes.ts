/** The people of publishers, whom the operator adds and removes. */
import { catalogueMembers } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { locationHeader, routesFor, type Route } from '../http/route.js';
import { MemberBody } from './operator.dto.js';

const PREFIX = '/operator/v1';
const { proxyRoute } = routesFor<StaffCaller>('staff', PREFIX);
const operator = staffRole('operator');

export const memberRoutes: readonly Route[] = [
  proxyRoute('POST', '/publishers/:id/members', {
    summary: 'Add a person to a publisher',
    requires: operator,
    body: bodyOf(MemberBody),
    success: 201,
    calls: catalogueMembers.addMember,
    request: ({ params, body, caller, idempotency }) => ({
      publisher_id: params['id']!,
      ...body,
      by: caller.subject,
      ...idempotency,
    }),
    headers: ({ id }, { params }) => locationHeader(`${PREFIX}/publishers`, params['id']!, 'members', id),
  }),
  proxyRoute('GET', '/publishers/:id/members', {
    summary: 'List the people of a publisher',
    requires: staffRole('operator', 'reviewer', 'billing'),
    query: pageOf,
    calls: catalogueMembers.listMembers,
    request: ({ params, query }) => ({ publisher_id: params['id']!, ...query }),
  }),
  proxyRoute('DELETE', '/publishers/:id/members/:member_id', {
    summary: 'Remove a person from a publisher',
    requires: operator,
    success: 204,
    calls: catalogueMembers.removeMember,
    request: ({ params, caller, idempotency }) => ({
      publisher_id: params['id']!,
      id: params['member_id']!,
      by: caller.subject,
      ...idempotency,
    }),
  }),
];
