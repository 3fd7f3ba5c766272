import { respond } from '@kushk/broker';
import {
  workspace,
  keyAfterCursor,
  pageOfRows,
  type InstanceRole,
  type InstanceStaff,
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

  @MessagePattern(workspace.listStaff.subject)
  async handle({ limit, cursor }: RequestOf<typeof workspace.listStaff>): Promise<Outcome<Page<InstanceStaff>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.staff.list(start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return respond({ items: pageRows.map(({ resource }) => staffToWire<InstanceRole>(resource)), next_cursor });
  }
}
