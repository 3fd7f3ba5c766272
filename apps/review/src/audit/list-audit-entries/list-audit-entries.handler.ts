import { auditHandler } from '@kushk/audit';
import { hubAudit } from '@kushk/contracts';

export const ListAuditEntriesHandler = auditHandler(hubAudit.review);
