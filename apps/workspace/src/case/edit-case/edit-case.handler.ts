import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type CaseResource, type RequestOf } from '@kushk/contracts';
import { forStream, mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { CaseValidator } from '../case-validator.js';
import { caseChangesSchema, caseStream, type CaseChanges } from '../case.js';
import { caseToWire } from '../case.view.js';
import { editCase, type EditCase } from './edit-case.js';

@Controller()
export class EditCaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly validator: CaseValidator,
  ) {}

  @MessagePattern(workspace.editCase.subject)
  async handle(request: RequestOf<typeof workspace.editCase>, context: RequestContext): Promise<Outcome<CaseResource>> {
    const { organisation_id: organisationId, case_id, by, revision, changes } = request;
    // A repeated request gets the stored reply without validation, because members may have left since the first
    // attempt.
    const stored = await this.store.findReply<CaseResource>(idempotencyOf(request.idempotency));
    if (stored !== null) return stored;
    const problems = await this.validator.problems({
      organisationId,
      schema: caseChangesSchema,
      fields: changes,
      path: '',
    });
    if (problems.length > 0) return refuse('case.invalid', { problems });
    const { actor } = context;
    const command: EditCase = {
      organisationId,
      viewer: { id: by, role: actor.kind === 'person' ? actor.role : 'member' },
      changes: changes as CaseChanges,
      revision,
      by: { personId: by, proposalId: null },
      at: now().toISOString(),
    };
    return await this.store.run({
      name: 'EditCase',
      streams: { case: streamRef(caseStream, case_id) },
      decide: (states) => forStream('case', mapReply(editCase(command, states.case), caseToWire)),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}
