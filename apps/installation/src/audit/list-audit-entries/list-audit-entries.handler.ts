import { auditHandler } from '@kushk/audit';
import { instanceAudit } from '@kushk/contracts';

export const ListAuditEntriesHandler = auditHandler(instanceAudit.installation);
