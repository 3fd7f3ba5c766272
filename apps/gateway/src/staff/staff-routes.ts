/** The routes for staff and their roles, for the operator's staff on the hub and the platform staff of an instance. */
import { catalogue, workspace } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { platformRole, staffRole, type PlatformStaffCaller, type StaffCaller } from '../authentication/caller.js';
import { locationHeader, routesFor, type Route } from '../http/route.js';
import { HubStaffBody, HubStaffChangesBody, InstanceStaffBody, InstanceStaffChangesBody } from './staff.dto.js';

const HUB = '/operator/v1';
const INSTANCE = '/instance/v1';
const SUMMARIES = {
  add: 'Add a person to the staff',
  list: 'List staff with their roles',
  change: 'Change the name or the roles of a staff member',
  remove: 'Remove a person from the staff',
};

const hub = routesFor<StaffCaller>('staff', HUB);
const operator = staffRole('operator');

export const hubStaffRoutes: readonly Route[] = [
  hub.proxyRoute('POST', '/staff', {
    summary: SUMMARIES.add,
    requires: operator,
    body: bodyOf(HubStaffBody),
    success: 201,
    calls: catalogue.addStaff,
    request: ({ body, caller, idempotency }) => ({ ...body, by: caller.subject, ...idempotency }),
    headers: ({ id }) => locationHeader(`${HUB}/staff`, id),
  }),
  hub.proxyRoute('GET', '/staff', {
    summary: SUMMARIES.list,
    requires: staffRole('operator', 'reviewer', 'billing'),
    query: pageOf,
    calls: catalogue.listStaff,
    request: ({ query }) => query,
  }),
  hub.proxyRoute('PATCH', '/staff/:id', {
    summary: SUMMARIES.change,
    requires: operator,
    body: bodyOf(HubStaffChangesBody),
    calls: catalogue.changeStaff,
    request: ({ params, body, caller, idempotency }) => ({
      id: params['id']!,
      name: body.name ?? null,
      roles: body.roles ?? null,
      by: caller.subject,
      ...idempotency,
    }),
  }),
  hub.proxyRoute('DELETE', '/staff/:id', {
    summary: SUMMARIES.remove,
    requires: operator,
    success: 204,
    calls: catalogue.removeStaff,
    request: ({ params, caller, idempotency }) => ({ id: params['id']!, by: caller.subject, ...idempotency }),
  }),
];

const instance = routesFor<PlatformStaffCaller>('platform_staff', INSTANCE);
const platformAdmin = platformRole('platform_admin');

export const instanceStaffRoutes: readonly Route[] = [
  instance.proxyRoute('POST', '/staff', {
    summary: SUMMARIES.add,
    requires: platformAdmin,
    body: bodyOf(InstanceStaffBody),
    success: 201,
    calls: workspace.addStaff,
    request: ({ body, caller, idempotency }) => ({ ...body, by: caller.subject, ...idempotency }),
    headers: ({ id }) => locationHeader(`${INSTANCE}/staff`, id),
  }),
  instance.proxyRoute('GET', '/staff', {
    summary: SUMMARIES.list,
    requires: platformRole('platform_admin', 'billing'),
    query: pageOf,
    calls: workspace.listStaff,
    request: ({ query }) => query,
  }),
  instance.proxyRoute('PATCH', '/staff/:id', {
    summary: SUMMARIES.change,
    requires: platformAdmin,
    body: bodyOf(InstanceStaffChangesBody),
    calls: workspace.changeStaff,
    request: ({ params, body, caller, idempotency }) => ({
      id: params['id']!,
      name: body.name ?? null,
      roles: body.roles ?? null,
      by: caller.subject,
      ...idempotency,
    }),
  }),
  instance.proxyRoute('DELETE', '/staff/:id', {
    summary: SUMMARIES.remove,
    requires: platformAdmin,
    success: 204,
    calls: workspace.removeStaff,
    request: ({ params, caller, idempotency }) => ({ id: params['id']!, by: caller.subject, ...idempotency }),
  }),
];
