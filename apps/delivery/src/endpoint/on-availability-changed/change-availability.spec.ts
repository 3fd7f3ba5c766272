import { PrerequisiteMissing } from '@kushk/decider';
import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  endpointAndFeed,
  installationId,
  installedAnswered,
  installedQueued,
  registered,
  removed,
} from '../../../test/endpoint-facts.js';
import { feedStream } from '../../feed/feed.js';
import { endpointStream } from '../endpoint.js';
import { changeAvailability, type ChangeAvailability } from './change-availability.js';

const pause: ChangeAvailability = {
  installationId,
  availability: 'paused',
  callsAllowed: false,
  eventId: 'evt_1',
  at,
};
const installed = endpointAndFeed(registered, installedQueued, installedAnswered);

/** Returns the types of the events that a sequence of changes appends. */
function eventsOf(...changes: readonly (readonly [availability: string, callsAllowed: boolean])[]): readonly string[] {
  let { state } = given(installed);
  return changes.flatMap(([availability, callsAllowed], n) => {
    const command = { ...pause, availability, callsAllowed, eventId: `evt_${n}` };
    const { facts } = changeAvailability(state, command);
    state = {
      endpoint: facts.endpoint.reduce(endpointStream.evolve, state.endpoint),
      feed: facts.feed.reduce(feedStream.evolve, state.feed),
    };
    return facts.feed.map(({ data }) => data.eventType);
  });
}

describe('changeAvailability', () => {
  it('appends plugin.paused and plugin.resumed when an admin pauses and resumes the installation', () => {
    const paused = given(installed).when((states) => changeAvailability(states, pause));
    expect(paused.facts.map((fact) => fact.type)).toEqual(['AvailabilityChanged', 'EventAppended']);
    const resume = { ...pause, availability: 'installed', callsAllowed: true, eventId: 'evt_2' };
    expect(changeAvailability(paused.state, resume).facts.feed).toMatchObject([
      { data: { eventType: 'plugin.resumed', sequence: 2, orderKey: 'installation' } },
    ]);
  });

  it('appends no event when an operator suspends the release', () => {
    given(installed)
      .when((states) => changeAvailability(states, { ...pause, availability: 'suspended' }))
      .thenFactsOf({
        endpoint: [{ type: 'AvailabilityChanged', data: { availability: 'suspended', callsAllowed: false, at } }],
      });
  });

  it('appends plugin.paused and plugin.resumed once each when a suspension overlaps the pause', () => {
    const expected = ['plugin.paused', 'plugin.resumed'];
    expect(eventsOf(['paused', false], ['suspended', false], ['installed', true])).toEqual(expected);
    expect(eventsOf(['suspended', false], ['paused', false], ['installed', true])).toEqual(expected);
    expect(eventsOf(['paused', false], ['suspended', false], ['paused', false], ['installed', true])).toEqual(expected);
  });

  it('appends no event when an installation that is not paused is suspended', () => {
    expect(eventsOf(['suspended', false], ['installed', true])).toEqual([]);
  });

  it('resumes stopped deliveries at the end of a pause, and not at the end of a suspension', () => {
    const ended = (availability: string) => {
      const { state } = given(installed).when((states) => changeAvailability(states, { ...pause, availability }));
      return changeAvailability(state, { ...pause, availability: 'installed', callsAllowed: true }).reply.pauseEnded;
    };
    expect([ended('paused'), ended('suspended')]).toEqual([true, false]);
  });

  it('appends no fact when the availability does not change', () => {
    const paused = given(installed).when((states) => changeAvailability(states, pause));
    expect(changeAvailability(paused.state, pause).facts).toEqual({ endpoint: [], feed: [] });
  });

  it('appends no fact for a removed endpoint', () => {
    given(endpointAndFeed(registered, removed))
      .when((states) => changeAvailability(states, pause))
      .thenFactsOf({});
  });

  it('throws when the endpoint is not registered yet', () => {
    const states = { endpoint: { status: 'unregistered' }, feed: feedStream.initial } as const;
    expect(() => changeAvailability(states, pause)).toThrow(PrerequisiteMissing);
  });
});
