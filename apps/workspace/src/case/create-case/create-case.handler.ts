import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type CaseResource, type RequestOf } from '@kushk/contracts';
import { forStream, mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { CaseValidator } from '../case-validator.js';
import { caseStream, newCaseSchema } from '../case.js';
import { caseToWire } from '../case.view.js';
import { createCase, type CreateCase } from './create-case.js';

@Controller()
export class CreateCaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly validator: CaseValidator,
  ) {}

  @MessagePattern(workspace.createCase.subject)
  async handle(
    request: RequestOf<typeof workspace.createCase>,
    context: RequestContext,
  ): Promise<Outcome<CaseResource>> {
    const { organisation_id: organisationId, by, idempotency, ...fields } = request;
    // A repeated request gets the stored reply without validation, because members may have left since the first
    // attempt.
    const stored = await this.store.findReply<CaseResource>(idempotencyOf(idempotency));
    if (stored !== null) return stored;
    const problems = await this.validator.problems({ organisationId, schema: newCaseSchema, fields, path: '' });
    if (problems.length > 0) return refuse('case.invalid', { problems });
    const command: CreateCase = {
      caseId: newId('cas'),
      organisationId,
      fields,
      by: { personId: by, proposalId: null },
      at: now().toISOString(),
    };
    return await this.store.run({
      name: 'CreateCase',
      streams: { case: streamRef(caseStream, command.caseId) },
      decide: (states) => forStream('case', mapReply(createCase(command, states.case), caseToWire)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
