import { respond } from '@kushk/broker';
import { workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Proposals } from '../proposal.view.js';

@Controller()
export class GetMonthlyProposalsHandler {
  constructor(private readonly proposals: Proposals) {}

  @MessagePattern(workspace.monthlyProposals.subject)
  async handle({
    month,
    installation_ids,
  }: RequestOf<typeof workspace.monthlyProposals>): Promise<Outcome<ReplyOf<typeof workspace.monthlyProposals>>> {
    const rows = await this.proposals.settledIn(month, installation_ids);
    return respond({
      items: rows.map((row) => ({
        installation_id: row.installation_id,
        applied: Number(row.applied),
        rejected: Number(row.rejected),
      })),
    });
  }
}
