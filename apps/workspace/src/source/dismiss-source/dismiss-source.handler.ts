import { commandHandler } from '@kushk/broker';
import { freeTextProblems, workspaceSources, type SourceForPeople } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { reasonRule } from '../../proposal/proposal.js';
import { Reviews } from '../reviews.js';
import { sourceStream } from '../source.js';
import { sourceQuotaStream } from '../source-quota.js';
import { sourceForPeopleToWire } from '../source.view.js';
import { dismissSource } from './dismiss-source.js';

export const DismissSourceHandler = commandHandler(
  workspaceSources.dismissSource,
  { store: EventStore, reviews: Reviews },
  async (request, { store, reviews }, { run, idempotency }) => {
    const { organisation_id: organisationId, source_id, reason } = request;
    const stored = await store.findReply<SourceForPeople>(idempotency);
    if (stored !== null) return stored;
    const problems = reason === null ? [] : freeTextProblems('/reason', reason, reasonRule);
    if (problems.length > 0) return refuse('request.invalid', { problems });
    const review = await reviews.find(request);
    if (review === null) return refuse('source.not_found');
    const { person, row } = review;
    return run({
      name: 'DismissSource',
      streams: {
        source: streamRef(sourceStream, source_id),
        quota: streamRef(sourceQuotaStream, row.installation_id),
      },
      command: { organisationId, person, reason, at: now().toISOString() },
      decide: (command, states) => mapReply(dismissSource(command, states), sourceForPeopleToWire),
    });
  },
);
