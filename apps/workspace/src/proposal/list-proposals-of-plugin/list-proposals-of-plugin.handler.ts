import { respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace, type Page, type ProposalResource, type RequestOf } from '@kushk/contracts';
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
    const read = await this.proposals.ofPlugin(request, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: proposalRowToWire }));
  }
}
