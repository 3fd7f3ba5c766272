import { respond } from '@kushk/broker';
import {
  catalogue,
  keyAfterCursor,
  pageOfRows,
  type HubRole,
  type HubStaff,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { StaffRows, staffToWire } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class ListStaffHandler {
  constructor(private readonly staff: StaffRows) {}

  @MessagePattern(catalogue.listStaff.subject)
  async handle({ limit, cursor }: RequestOf<typeof catalogue.listStaff>): Promise<Outcome<Page<HubStaff>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.staff.list(start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return respond({ items: pageRows.map(({ resource }) => staffToWire<HubRole>(resource)), next_cursor });
  }
}
