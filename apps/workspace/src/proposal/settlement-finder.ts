/** Loads the person and finds the streams for a command that settles a proposal. */
import { usageMonthOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import type { IdPrefix } from '@kushk/runtime';
import type { People } from '../person/person.view.js';
import { externalIdKey, externalIdStream } from './external-id.js';
import { proposable } from './proposable-records.js';
import { proposalStream, type Settlement } from './proposal.js';
import { proposalQuotaStream } from './proposal-quota.js';

interface SettlementRequest {
  readonly organisation_id: string;
  readonly person_id: string;
  readonly proposal_id: string;
}

export class SettlementFinder {
  constructor(
    private readonly store: Pick<EventStore, 'load'>,
    private readonly people: Pick<People, 'find'>,
    private readonly newId: (prefix: IdPrefix) => string,
  ) {}

  /**
   * Returns null when the person or the proposal does not exist. `newRecordId` is the id of the record that an applied
   * proposal may create.
   */
  async find({ organisation_id, person_id, proposal_id }: SettlementRequest, at: Date) {
    const [person, { state }] = await Promise.all([
      this.people.find(organisation_id, person_id),
      this.store.load(streamRef(proposalStream, proposal_id)),
    ]);
    if (person === null || state.status === 'absent') return null;
    const settlement: Settlement = {
      organisationId: organisation_id,
      person,
      ruleId: null,
      month: usageMonthOf(at),
      at: at.toISOString(),
    };
    const { type, idPrefix } = proposable(state.recordType);
    const newRecordId = this.newId(idPrefix);
    return {
      settlement,
      newRecordId,
      streams: {
        proposal: streamRef(proposalStream, proposal_id),
        quota: streamRef(proposalQuotaStream, state.installationId),
        externalId: streamRef(externalIdStream, externalIdKey(state.installationId, state.externalId)),
        record: streamRef(type.stream, state.recordId ?? newRecordId),
      },
    };
  }
}
