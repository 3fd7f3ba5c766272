import { PrerequisiteMissing } from '@kushk/decider';
import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, endpointAndFeed, installationId, registered, removed } from '../../../test/endpoint-facts.js';
import { feedStream, type EventAppended, type NewEvent } from '../feed.js';
import { appendEvent } from './append-event.js';

const settled: NewEvent = {
  eventId: 'evt_1',
  installationId,
  eventType: 'plugin.proposal.settled',
  createdAt: at,
  data: {
    proposal_id: 'prp_1',
    external_id: 'inv-7',
    record_type: 'case',
    record_id: 'cas_1',
    outcome: 'applied',
    reason: null,
    settled_by: 'person',
    revision: 1,
  },
};

describe('appendEvent', () => {
  it('stores the exact bytes of the event body', () => {
    const appended = given(endpointAndFeed(registered)).when((states) => appendEvent(states, settled));
    const [fact] = appended.facts as EventAppended[];
    expect(fact?.data.body).toBe(
      '{"id":"evt_1","type":"plugin.proposal.settled","installation_id":"ins_a","sequence":1,"created_at":"2026-11-20T10:00:00.000Z",' +
        '"data":{"proposal_id":"prp_1","external_id":"inv-7","record_type":"case","record_id":"cas_1","outcome":"applied","reason":null,"settled_by":"person","revision":1}}',
    );
  });

  it('numbers events without gaps, and skips types that the plugin does not subscribe to', () => {
    let { state } = given(endpointAndFeed(registered));
    const sequences: number[] = [];
    for (const eventType of ['plugin.proposal.settled', 'plugin.wallet.low', 'plugin.source.reviewed'] as const) {
      const { facts } = appendEvent(state, { ...settled, eventType } as NewEvent);
      sequences.push(...facts.feed.map(({ data }) => data.sequence));
      state = { ...state, feed: facts.feed.reduce(feedStream.evolve, state.feed) };
    }
    expect(sequences).toEqual([1, 2]);
  });

  it('uses the external id as the ordering key of a proposal event', () => {
    const appended = given(endpointAndFeed(registered)).when((states) => appendEvent(states, settled));
    const [fact] = appended.facts as EventAppended[];
    expect(fact?.data.orderKey).toBe('external_id:inv-7');
  });

  it('appends no event for a removed endpoint', () => {
    given(endpointAndFeed(registered, removed))
      .when((states) => appendEvent(states, settled))
      .thenFactsOf({});
  });

  it('throws when the endpoint is not registered yet', () => {
    const states = { endpoint: { status: 'unregistered' }, feed: feedStream.initial } as const;
    expect(() => appendEvent(states, settled)).toThrow(PrerequisiteMissing);
  });
});
