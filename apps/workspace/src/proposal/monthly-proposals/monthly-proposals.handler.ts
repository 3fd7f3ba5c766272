import { answer } from '@kushk/broker';
import { workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { MonthlyProposalsRow } from '../proposal.view.js';

@Controller()
export class MonthlyProposalsHandler {
  constructor(@InjectRepository(MonthlyProposalsRow) private readonly months: Repository<MonthlyProposalsRow>) {}

  @MessagePattern(workspace.monthlyProposals.subject)
  async answer({ month, installation_ids }: RequestOf<typeof workspace.monthlyProposals>): Promise<Outcome<ReplyOf<typeof workspace.monthlyProposals>>> {
    const rows = await this.months.findBy({ month, installation_id: In([...installation_ids]) });
    return answer({ items: rows.map((row) => ({ installation_id: row.installation_id, applied: Number(row.applied), rejected: Number(row.rejected) })) });
  }
}
