export { audited, auditedOfPeople, auditOf, notAudited, unaudited } from './audited.js';
export type { About, AnyAudit, Audit, Audited, AuditTable, NotAudited, Particulars } from './audited.js';
export { entryOf, type Entry } from './entry.js';
export { auditHandler } from './audit-handler.js';
export { AuditEntries, AuditEntryRow, auditEntriesTable, auditViews } from './audit-entries.view.js';
export { clockAudit } from './clock-audit.js';
export { staffAudits } from './staff-audit.js';
