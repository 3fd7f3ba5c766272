import { respond } from '@kushk/broker';
import { workspaceRecords, type MemoryResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Memories } from '../memory.view.js';

@Controller()
export class GetMemoryHandler {
  constructor(private readonly rows: Memories) {}

  @MessagePattern(workspaceRecords.getMemory.subject)
  async handle(request: RequestOf<typeof workspaceRecords.getMemory>): Promise<Outcome<MemoryResource>> {
    const row = await this.rows.find(readerOf(request), request.record_id);
    return row === null ? refuse('memory.not_found') : respond(recordRowToWire(row));
  }
}
