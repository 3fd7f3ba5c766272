/** The audit of an organisation for its admins, and of the instance's own staff for the platform admins. */
import { instanceAudit } from '@kushk/contracts';
import { auditDeadlineMs, auditQuery, respondWithAudit } from '../audit/respond-with-audit.js';
import {
  organisationAdmin,
  platformRole,
  type PersonCaller,
  type PlatformStaffCaller,
} from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';

const PREFIX = '/instance/v1';
const { compositeRoute } = routesFor<PersonCaller>('person', PREFIX);
const platform = routesFor<PlatformStaffCaller>('platform_staff', PREFIX);

/** `hasContainers`: whether the instance runs the service `containers`, without which its audit is not requested. */
export function instanceAuditRoutes({ hasContainers }: { readonly hasContainers: boolean }): readonly Route[] {
  const { containers, ...always } = instanceAudit;
  const queries = hasContainers ? { ...always, containers } : always;
  const calls = Object.values(queries);
  return [
    compositeRoute('GET', '/audit', {
      operationId: 'listAudit',
      summary: 'List who did what in the organisation; as NDJSON or CSV: all of it',
      requires: organisationAdmin,
      calls,
      query: auditQuery,
      deadlineMs: auditDeadlineMs,
      handle: ({ query, caller }, send) =>
        respondWithAudit({ query, organisationId: caller.organisation.id }, queries, send),
    }),
    platform.compositeRoute('GET', '/staff/audit', {
      operationId: 'listStaffAudit',
      summary: 'List what concerns no organisation, such as changes of the staff; as NDJSON or CSV: all of it',
      requires: platformRole('platform_admin'),
      calls,
      query: auditQuery,
      deadlineMs: auditDeadlineMs,
      handle: ({ query }, send) => respondWithAudit({ query, organisationId: null }, queries, send),
    }),
  ];
}
