import { describe, expect, it } from '@jest/globals';
import { accept, forStream, refuse, type Decision, type Fact, type StreamType } from '@kushk/decider';
import { given } from './given.js';

type Lamp = Fact<'SwitchedOn', object> | Fact<'SwitchedOff', object>;
const lamp: StreamType<{ on: boolean; times: bigint }, Lamp> = {
  category: 'lamp',
  factTypes: { SwitchedOn: true, SwitchedOff: true },
  initial: { on: false, times: 0n },
  stateVersion: 1,
  evolve: (state, fact) => ({ on: fact.type === 'SwitchedOn', times: state.times + 1n }),
};
const switchOn = (state: { on: boolean }): Decision<Lamp[], { was: boolean }> =>
  state.on ? refuse('lamp.is_on', { since: 'ever' }) : accept([{ type: 'SwitchedOn', data: {} }], { was: state.on });

describe('given', () => {
  it('checks facts, reply, state and refusal of a decision on one stream', () => {
    given(lamp)
      .when(switchOn)
      .thenFacts({ type: 'SwitchedOn', data: {} })
      .thenReplies({ was: false })
      .thenState({ on: true, times: 1n });
    given(lamp, { type: 'SwitchedOn', data: {} }).when(switchOn).thenRefuses('lamp.is_on', { since: 'ever' });
  });

  it('checks the facts of a decision on several streams', () => {
    given({ hall: [lamp, { type: 'SwitchedOn', data: {} }], cellar: [lamp] })
      .when(({ hall }) =>
        accept({ cellar: [{ type: hall.on ? 'SwitchedOn' : 'SwitchedOff', data: {} }], hall: [] }, null),
      )
      .thenFactsOf({ cellar: [{ type: 'SwitchedOn', data: {} }] })
      .thenState({ cellar: { on: true, times: 1n }, hall: { on: true, times: 1n } })
      .thenReplies(null);
  });

  it('decides the next command on the state that the previous command left', () => {
    given(lamp)
      .when(switchOn)
      .when(switchOn)
      .thenRefuses('lamp.is_on')
      .when(() => accept([{ type: 'SwitchedOff', data: {} }], null))
      .thenState({ on: false, times: 2n });
  });

  it("accepts a decision that returns the facts of its only stream under the stream's name", () => {
    given(lamp)
      .when((state) => forStream('hall', switchOn(state)))
      .thenFacts({ type: 'SwitchedOn', data: {} })
      .thenState({ on: true });
  });

  it('shows the decision in the message of a failed expectation', () => {
    expect(() => given(lamp, { type: 'SwitchedOn', data: {} }).when(switchOn).thenFacts()).toThrow(
      "refused: lamp.is_on { since: 'ever' }",
    );
    expect(() => given(lamp).when(switchOn).thenRefuses('lamp.is_on')).toThrow(/it was accepted: .*SwitchedOn/s);
    expect(() => given(lamp).when(switchOn).thenFacts()).toThrow();
    expect(() => given(lamp).when(switchOn).thenReplies({ was: true })).toThrow();
  });
});
