import { respond } from '@kushk/broker';
import { workspace, type InboxCounts, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Proposals } from '../../proposal/proposal.view.js';
import { Sources } from '../../source/source.view.js';

/** A count stops here, so that it stays cheap. */
const MAX_COUNTED = 1_000;

@Controller()
export class CountInboxHandler {
  constructor(
    private readonly proposals: Proposals,
    private readonly sources: Sources,
  ) {}

  @MessagePattern(workspace.countInbox.subject)
  async handle({
    organisation_id: organisationId,
    person_id: personId,
  }: RequestOf<typeof workspace.countInbox>): Promise<Outcome<InboxCounts>> {
    const of = { organisationId, personId, max: MAX_COUNTED };
    const [all, mine, sources] = await Promise.all([
      this.proposals.countPending(of, null),
      this.proposals.countPending(of, personId),
      this.sources.countPending(of),
    ]);
    return respond({ proposals: { all, mine }, sources });
  }
}
