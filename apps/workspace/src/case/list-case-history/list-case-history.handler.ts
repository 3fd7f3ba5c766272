import { AuditEntries } from '@kushk/audit';
import { respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspaceRecords, type AuditEntry, type Page, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { Cases } from '../case.view.js';

const NO_FILTER = { actor: null, action: null, on_behalf_of: null, from: null, to: null } as const;

/** Lists who created and edited a case. Who sees a case sees its history; the audit as a whole is for admins. */
@Controller()
export class ListCaseHistoryHandler {
  constructor(
    private readonly cases: Cases,
    private readonly entries: AuditEntries,
  ) {}

  @MessagePattern(workspaceRecords.listCaseHistory.subject)
  async handle(request: RequestOf<typeof workspaceRecords.listCaseHistory>): Promise<Outcome<Page<AuditEntry>>> {
    const { organisation_id, record_id: subject, cursor, limit } = request;
    const before = keyAfterCursor(cursor);
    if (before === undefined) return refuse('cursor.invalid');
    if ((await this.cases.find(readerOf(request), subject)) === null) return refuse('case.not_found');
    const { items, searched_to } = await this.entries.list({ ...NO_FILTER, organisation_id, subject, before, limit });
    const read = { rows: items, hasMore: searched_to !== null };
    return respond(pageOf(read, { keyOf: ({ id }) => id, itemOf: (entry) => entry }));
  }
}
