import { describe, expect, it } from '@jest/globals';
import { under } from '@kushk/decider';
import { given, givenAll } from '@kushk/testing';
import { announce } from '../feed/announce/announce.js';
import { feedStream, orderKeys, type EventAppended, type Happening } from '../feed/feed.js';
import { endpointStream, NotKnownYet, type Capabilities, type EndpointFact } from './endpoint.js';
import { changeAvailability } from './on-availability-changed/change-availability.js';
import { changeCapabilities } from './on-capabilities-changed/change-capabilities.js';
import { queueInstalled } from './on-credentials-released/queue-installed.js';
import { noteEndpoint } from './on-installation-requested/note-endpoint.js';
import { removeEndpoint } from './on-installation-removed/remove-endpoint.js';
import { recordAnswer, recordHandover } from './record-answer/record-answer.js';

const at = '2026-11-20T10:00:00.000Z';
const installationId = 'ins_a';
const capabilities: Capabilities = {
  baseUrl: 'https://plugin.acme.ir',
  wantedEvents: ['plugin.paused', 'plugin.resumed'],
  version: '1.0.0',
  scopes: ['records.own'],
};
const noted: EndpointFact = {
  type: 'EndpointNoted',
  data: { organisationId: 'org_a', pluginId: 'ir.acme.invoices', sealedSecret: 'sealed', ...capabilities, at },
};
const queued: EndpointFact = {
  type: 'LifecycleCallQueued',
  data: { callId: 'cal_1', event: 'installed', sealedBody: 'body', at },
};
const answered: EndpointFact = { type: 'InstalledAnswered', data: { at } };
const removed: EndpointFact = { type: 'EndpointRemoved', data: { callId: 'cal_2', at } };
const release = { installationId, callId: 'cal_1', sealedBody: 'body', at };

describe('an installation', () => {
  it('is noted once, with where its plugin listens and what it wants to hear', () => {
    const command = { organisationId: 'org_a', pluginId: 'ir.acme.invoices', sealedSecret: 'sealed', capabilities, at };
    given(endpointStream)
      .when((endpoint) => noteEndpoint(endpoint, command))
      .thenFacts(noted);
    given(endpointStream, noted)
      .when((endpoint) => noteEndpoint(endpoint, command))
      .thenFacts();
  });

  it('gets its credentials when they are released, and never after it was removed', () => {
    given(endpointStream, noted)
      .when((endpoint) => queueInstalled(endpoint, release))
      .thenFacts(queued);
    given(endpointStream, noted, removed)
      .when((endpoint) => queueInstalled(endpoint, release))
      .thenFacts();
    expect(() => queueInstalled({ status: 'unknown' }, release)).toThrow(NotKnownYet);
  });

  it('is equipped by the first answer to installed; a second one says nothing new', () => {
    given(endpointStream, noted, queued)
      .when((endpoint) => recordAnswer(endpoint, at))
      .thenFacts(answered)
      .thenState({ equipped: true, awaitingAnswer: false });
    given(endpointStream, noted, queued, answered)
      .when((endpoint) => recordAnswer(endpoint, at))
      .thenFacts();
    given(endpointStream, noted, queued, removed)
      .when((endpoint) => recordAnswer(endpoint, at))
      .thenFacts();
  });

  it('is equipped when the admin hands the credentials over, which is not news after the answer', () => {
    given(endpointStream, noted, queued)
      .when((endpoint) => recordHandover(endpoint, at))
      .thenState({ equipped: true, awaitingAnswer: false });
    given(endpointStream, noted, queued, answered)
      .when((endpoint) => recordHandover(endpoint, at))
      .thenFacts();
  });

  it('keeps its secret when it is removed, to sign the removal', () => {
    given(endpointStream, noted, queued, answered)
      .when((endpoint) => removeEndpoint(endpoint, { installationId, callId: 'cal_2', at }))
      .thenFacts(removed)
      .thenState({ status: 'removed', secrets: [{ sealed: 'sealed', signUntil: null }] });
    given(endpointStream, noted, removed)
      .when((endpoint) => removeEndpoint(endpoint, { installationId, callId: 'cal_3', at }))
      .thenFacts();
  });
});

describe('availability', () => {
  const command = { installationId, availability: 'paused', callable: false, eventId: 'evt_1', at };
  const known = { endpoint: [endpointStream, noted, queued, answered], feed: [feedStream] } as const;

  it('is told to the plugin when the admin pauses and resumes, in this order', () => {
    const paused = givenAll(known).when((states) => changeAvailability(states, command));
    expect(paused.facts.map((fact) => fact.type)).toEqual(['AvailabilityChanged', 'EventAppended']);
    const resumed = changeAvailability(paused.state, {
      ...command,
      availability: 'installed',
      callable: true,
      eventId: 'evt_2',
    });
    expect(resumed.facts.feed).toMatchObject([
      { data: { eventType: 'plugin.resumed', sequence: 2, orderKey: 'installation' } },
    ]);
  });

  it('is no event when the operator suspends a release', () => {
    givenAll(known)
      .when((states) => changeAvailability(states, { ...command, availability: 'suspended' }))
      .thenFactsOf({
        endpoint: [{ type: 'AvailabilityChanged', data: { availability: 'suspended', callable: false, at } }],
      });
  });

  it('is told once each, however a suspension lies across the pause', () => {
    const toldBy = (...changes: readonly (readonly [availability: string, callable: boolean])[]) => {
      let { state } = givenAll(known);
      return changes.flatMap(([availability, callable], index) => {
        const { facts } = changeAvailability(state, { ...command, availability, callable, eventId: `evt_${index}` });
        state = {
          endpoint: facts.endpoint.reduce(endpointStream.evolve, state.endpoint),
          feed: facts.feed.reduce(feedStream.evolve, state.feed),
        };
        return facts.feed.map(({ data }) => data.eventType);
      });
    };
    expect(toldBy(['paused', false], ['suspended', false], ['installed', true])).toEqual([
      'plugin.paused',
      'plugin.resumed',
    ]);
    expect(toldBy(['paused', false], ['suspended', false], ['paused', false], ['installed', true])).toEqual([
      'plugin.paused',
      'plugin.resumed',
    ]);
    expect(toldBy(['suspended', false], ['paused', false], ['installed', true])).toEqual([
      'plugin.paused',
      'plugin.resumed',
    ]);
    expect(toldBy(['suspended', false], ['installed', true])).toEqual([]);
  });

  it('changes nothing twice', () => {
    const paused = givenAll(known).when((states) => changeAvailability(states, command));
    expect(changeAvailability(paused.state, command).facts).toEqual({ endpoint: [], feed: [] });
  });
});

describe('capabilities', () => {
  it('are told with what is new and what is gone, if the new version wants to hear it', () => {
    const next = {
      ...capabilities,
      version: '1.1.0',
      scopes: ['cases.read'],
      wantedEvents: ['plugin.version.changed', 'plugin.scopes.changed'],
    };
    const changed = givenAll({ endpoint: [endpointStream, noted], feed: [feedStream] } as const).when((states) =>
      changeCapabilities(states, { installationId, capabilities: next, eventIds: ['evt_1', 'evt_2'], at }),
    );
    const bodies = changed.facts.flatMap((fact) =>
      fact.type === 'EventAppended' ? [JSON.parse((fact as EventAppended).data.body) as { data: unknown }] : [],
    );
    expect(bodies.map(({ data }) => data)).toEqual([
      { version: '1.1.0', previous: '1.0.0' },
      { scopes: ['cases.read'], added: ['cases.read'], removed: ['records.own'] },
    ]);
    expect(changed.state.endpoint).toMatchObject({ version: '1.1.0' });
  });
});

describe('an event', () => {
  const settled: Happening = {
    eventId: 'evt_1',
    installationId,
    eventType: 'plugin.proposal.settled',
    orderKey: orderKeys.externalId('inv-7'),
    createdAt: at,
    data: {
      proposal_id: 'prp_1',
      external_id: 'inv-7',
      record_type: 'case',
      outcome: 'applied',
      reason: null,
      settled_by: 'person',
      revision: 1,
    },
  };
  const known = { endpoint: [endpointStream, noted], feed: [feedStream] } as const;

  it('has its bytes fixed when it is made, exactly as the contract has them', () => {
    const [fact] = givenAll(known).when((states) => announce(states, settled)).facts as EventAppended[];
    expect(fact?.data.body).toBe(
      '{"id":"evt_1","type":"plugin.proposal.settled","installation_id":"ins_a","sequence":1,"created_at":"2026-11-20T10:00:00.000Z",' +
        '"data":{"proposal_id":"prp_1","external_id":"inv-7","record_type":"case","outcome":"applied","reason":null,"settled_by":"person","revision":1}}',
    );
  });

  it('is numbered without gaps; what the plugin has not asked for takes no number', () => {
    let states = givenAll(known).state;
    const sequences: number[] = [];
    for (const eventType of ['plugin.proposal.settled', 'plugin.wallet.low', 'plugin.proposal.settled'] as const) {
      const then = { endpoint: states.endpoint, feed: states.feed };
      const { facts } = announce(then, { ...settled, eventType });
      for (const fact of facts.feed) {
        sequences.push(fact.data.sequence);
        states = { ...states, feed: feedStream.evolve(states.feed, fact) };
      }
    }
    expect(sequences).toEqual([1, 2]);
  });

  it('is not made for a plugin that was removed, and waits for an installation that is not known yet', () => {
    givenAll({ endpoint: [endpointStream, noted, removed], feed: [feedStream] } as const)
      .when((states) => announce(states, settled))
      .thenFactsOf({});
    expect(() => announce({ endpoint: { status: 'unknown' }, feed: feedStream.initial }, settled)).toThrow(NotKnownYet);
  });

  it('names its streams for the loop', () => {
    given(endpointStream, noted)
      .when((endpoint) => under('endpoint', recordHandover(endpoint, at)))
      .thenFactsOf({ endpoint: [{ type: 'CredentialsHandedOver', data: { at } }] });
  });
});
