/** Cases, as people write and see them. */
import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { workspace, type CaseResource, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { CaseRules } from './case-rules.handler.js';
import { caseChangesSchema, caseStream, newCaseSchema, sees, type CaseChanges } from './case.js';
import { caseRowOf, caseToWire } from './case.view.js';
import { createCase } from './create-case/create-case.js';
import { editCase } from './edit-case/edit-case.js';

@Controller()
export class CaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly rules: CaseRules,
  ) {}

  @MessagePattern(workspace.createCase.subject)
  async create(
    request: RequestOf<typeof workspace.createCase>,
    context: RequestContext,
  ): Promise<Outcome<CaseResource>> {
    const { organisation_id: organisationId, by, once, ...fields } = request;
    const before = await this.store.answered<CaseResource>(onceOf(once));
    if (before !== null) return before;
    const problems = await this.rules.problems(organisationId, newCaseSchema, fields, '');
    if (problems.length > 0) return no('case.invalid', { problems });
    const command = {
      caseId: newId('cas'),
      organisationId,
      fields,
      by: { personId: by, proposalId: null },
      at: now().toISOString(),
    };
    return await this.store.run({
      name: 'CreateCase',
      streams: { case: streamRef(caseStream, command.caseId) },
      decide: (states) =>
        under(
          'case',
          mapReply(createCase(command, states.case), (created) => caseToWire(caseRowOf(created))),
        ),
      once: onceOf(once),
      meta: metaOf(context),
    });
  }

  @MessagePattern(workspace.editCase.subject)
  async edit(request: RequestOf<typeof workspace.editCase>, context: RequestContext): Promise<Outcome<CaseResource>> {
    const { organisation_id: organisationId, case_id, by, revision } = request;
    const before = await this.store.answered<CaseResource>(onceOf(request.once));
    if (before !== null) return before;
    const problems = await this.rules.problems(organisationId, caseChangesSchema, request.changes, '');
    if (problems.length > 0) return no('case.invalid', { problems });
    const { actor } = context;
    const person = { id: by, role: actor.kind === 'person' ? actor.role : ('member' as const) };
    const command = {
      changes: request.changes as CaseChanges,
      revision,
      by: { personId: by, proposalId: null },
      at: now().toISOString(),
    };
    return await this.store.run({
      name: 'EditCase',
      streams: { case: streamRef(caseStream, case_id) },
      decide: (states) => {
        const current = states.case;
        if (current.status === 'absent' || current.organisationId !== organisationId || !sees(person, current.fields))
          return refuse('case.not_found');
        return under(
          'case',
          mapReply(editCase(command, current), (edited) => caseToWire(caseRowOf(edited))),
        );
      },
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }
}
