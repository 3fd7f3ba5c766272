import { queryHandler, respond } from '@kushk/broker';
import type { AuditReply, AuditRequest, RequestType } from '@kushk/contracts';
import { AuditEntries } from './audit-entries.view.js';

/** Lists the audit entries of a service's facts in the order of the request. */
export function auditHandler(request: RequestType<AuditRequest, AuditReply>) {
  return queryHandler(request, { entries: AuditEntries }, async (query, { entries }) =>
    respond(await entries.list(query)),
  );
}
