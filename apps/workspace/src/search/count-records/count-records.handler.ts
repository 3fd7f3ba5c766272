import { respond } from '@kushk/broker';
import { workspaceRecords, type RecordCounts, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Search } from '../search.view.js';

@Controller()
export class CountRecordsHandler {
  constructor(private readonly records: Search) {}

  @MessagePattern(workspaceRecords.countRecords.subject)
  async handle({
    organisation_id: organisationId,
  }: RequestOf<typeof workspaceRecords.countRecords>): Promise<Outcome<RecordCounts>> {
    const counts = await this.records.countSeenByAll(organisationId);
    return respond({
      cases: counts.case,
      people: counts.person,
      sessions: counts.session,
      documents: counts.document,
      calendar_events: counts.calendar_event,
    });
  }
}
