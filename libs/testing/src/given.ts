/** Given facts, when a command, then facts or a refusal: how a decision is tested, without any server. */
import { inspect } from 'node:util';
import { expect } from '@jest/globals';
import { fold, type Accepted, type Decision, type Fact, type StreamType } from '@kushk/decider';

// Reads any stream type; `any` is the only spelling TypeScript has for that (see decider's Streams).
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Histories = Readonly<Record<string, readonly [StreamType<any, any>, ...Fact[]]>>;
type StatesIn<H extends Histories> = {
  readonly [K in keyof H]: H[K][0] extends StreamType<infer State, infer _F> ? State : never;
};

/**
 * One stream with a history: `given(walletStream, opened, gifted).when((state) => placeHold(state, command))`.
 * The decision may return its facts as a list or under the stream's name.
 */
export function given<State, F extends Fact>(type: StreamType<State, F>, ...facts: readonly F[]): Given<State> {
  const state = fold(type, facts);
  return {
    state,
    when: (decide) => new Then(decide(state), (happened) => fold(type, happened as readonly F[], state)),
  };
}

/** Several streams: `givenAll({ plugin: [pluginStream], release: [releaseStream, submitted] }).when((states) => …)`. */
export function givenAll<H extends Histories>(histories: H): Given<StatesIn<H>> {
  const states = Object.fromEntries(
    Object.entries(histories).map(([name, [type, ...facts]]) => [name, fold(type, facts) as unknown]),
  ) as StatesIn<H>;
  const after = (happened: readonly Fact[], named: Readonly<Record<string, readonly Fact[]>>): unknown =>
    Object.fromEntries(
      Object.entries(histories).map(([name, [type]]) => [name, fold(type, named[name] ?? [], states[name]) as unknown]),
    );
  return {
    state: states,
    when: (decide) => new Then(decide(states), after as (happened: readonly Fact[], named: object) => StatesIn<H>),
  };
}

export interface Given<State> {
  readonly state: State;
  when<Facts, Reply>(decide: (state: State) => Decision<Facts, Reply>): Then<State, Facts, Reply>;
}

/** What came of it. Every `then…` fails with the decision in its message, and can be followed by another. */
export class Then<State, Facts, Reply> {
  constructor(
    readonly decision: Decision<Facts, Reply>,
    private readonly fold: (happened: readonly Fact[], named: Readonly<Record<string, readonly Fact[]>>) => State,
  ) {}

  /** Exactly these facts in this order, whichever stream they go to. None: the decision accepts and changes nothing. */
  thenFacts(...expected: readonly Fact[]): this {
    expect(this.facts).toEqual(expected);
    return this;
  }

  /** Exactly these facts by stream; streams left out get none. */
  thenFactsOf(expected: Readonly<Record<string, readonly Fact[]>>): this {
    const withFacts = Object.entries(this.named).filter(([, facts]) => facts.length > 0);
    expect(Object.fromEntries(withFacts)).toEqual(expected);
    return this;
  }

  /** The reply holds at least this (`expect.toMatchObject`), or is exactly this when it is no object. */
  thenReplies(expected: unknown): this {
    const { reply } = this.accepted();
    if (typeof expected === 'object' && expected !== null) expect(reply).toMatchObject(expected);
    else expect(reply).toEqual(expected);
    return this;
  }

  /** Refused with this code and, where given, exactly these params. */
  thenRefuses(code: string, params?: Readonly<Record<string, unknown>>): this {
    if (this.decision.accepted)
      throw new Error(`expected the refusal ${code}, but it was accepted: ${inspect(this.decision, { depth: 8 })}`);
    expect(this.decision.refusal.code).toBe(code);
    if (params !== undefined) expect(this.decision.refusal.params).toEqual(params);
    return this;
  }

  /** The state afterwards holds at least this. */
  thenState(expected: object): this {
    expect(this.state).toMatchObject(expected);
    return this;
  }

  /** The facts of all streams, in the order of the decision. */
  get facts(): readonly Fact[] {
    return Object.values(this.named).flat();
  }

  /** The state with the decision's facts folded in: for the next `when`. */
  get state(): State {
    return this.fold(this.facts, this.named);
  }

  private get named(): Readonly<Record<string, readonly Fact[]>> {
    const { facts } = this.accepted();
    return Array.isArray(facts)
      ? { stream: facts as readonly Fact[] }
      : (facts as Readonly<Record<string, readonly Fact[]>>);
  }

  private accepted(): Accepted<Facts, Reply> {
    if (this.decision.accepted) return this.decision;
    const { code, params } = this.decision.refusal;
    throw new Error(`expected it to be accepted, but it was refused: ${code} ${inspect(params, { depth: 8 })}`);
  }
}
