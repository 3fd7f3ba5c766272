import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { freeTextProblems, workspaceSources, type RequestOf, type SourceForPeople } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { reasonRule } from '../../proposal/proposal.js';
import { Reviews } from '../reviews.js';
import { sourceStream } from '../source.js';
import { sourceQuotaStream } from '../source-quota.js';
import { sourceForPeopleToWire } from '../source.view.js';
import { dismissSource } from './dismiss-source.js';

@Controller()
export class DismissSourceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly reviews: Reviews,
  ) {}

  @MessagePattern(workspaceSources.dismissSource.subject)
  async handle(
    request: RequestOf<typeof workspaceSources.dismissSource>,
    context: RequestContext,
  ): Promise<Outcome<SourceForPeople>> {
    const { organisation_id: organisationId, source_id, reason } = request;
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<SourceForPeople>(idempotency);
    if (stored !== null) return stored;
    const problems = reason === null ? [] : freeTextProblems('/reason', reason, reasonRule);
    if (problems.length > 0) return refuse('request.invalid', { problems });
    const review = await this.reviews.find(request);
    if (review === null) return refuse('source.not_found');
    const { person, row } = review;
    const command = { organisationId, person, reason, at: now().toISOString() };
    return await this.store.run({
      name: 'DismissSource',
      streams: {
        source: streamRef(sourceStream, source_id),
        quota: streamRef(sourceQuotaStream, row.installation_id),
      },
      decide: (states) => mapReply(dismissSource(command, states), sourceForPeopleToWire),
      idempotency,
      meta: metaOf(context),
    });
  }
}
