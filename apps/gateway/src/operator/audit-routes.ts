import { hubAudit } from '@kushk/contracts';
import { auditDeadlineMs, auditQuery, respondWithAudit } from '../audit/respond-with-audit.js';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';

const { compositeRoute } = routesFor<StaffCaller>('staff', '/operator/v1');

/** The audit of the hub. */
export const operatorAuditRoutes: readonly Route[] = [
  compositeRoute('GET', '/audit', {
    operationId: 'listAudit',
    summary: 'List who did what on the hub; as NDJSON or CSV: all of it',
    requires: staffRole('operator'),
    calls: Object.values(hubAudit),
    query: auditQuery,
    deadlineMs: auditDeadlineMs,
    handle: ({ query }, send) => respondWithAudit({ query, organisationId: null }, hubAudit, send),
  }),
];
