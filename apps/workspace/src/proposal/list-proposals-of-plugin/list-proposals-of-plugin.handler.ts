import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOfRows,
  workspace,
  type Page,
  type ProposalResource,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Proposals, proposalRowToWire } from '../proposal.view.js';

/** Lists the proposals of an installation for its plugin. */
@Controller()
export class ListProposalsOfPluginHandler {
  constructor(private readonly proposals: Proposals) {}

  @MessagePattern(workspace.listProposalsOfPlugin.subject)
  async handle(request: RequestOf<typeof workspace.listProposalsOfPlugin>): Promise<Outcome<Page<ProposalResource>>> {
    const { status, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.proposals.ofPlugin(request, { status, start, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return respond({ items: pageRows.map(proposalRowToWire), next_cursor });
  }
}
