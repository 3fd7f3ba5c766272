/** A command as a handler describes it: without its cause, which is the same for everything that a message causes. */
import { forStream, type Decision, type Fact, type FactsOf, type Outcome } from '@kushk/decider';
import type { StatesOf, StreamRef, Streams } from '@kushk/decider';
import type { CommandMeta, IdempotencyKey } from '@kushk/event-store';
import type { CommandStore } from './caller-role.js';

interface Named {
  /** Name of the command for logs and metrics: `PlaceHold`. */
  readonly name: string;
  /** `permanent` for a write that moves money: its key is kept for good. Without it, the key is kept for two days. */
  readonly idempotency?: 'permanent';
}

interface OnStream<Input, State, F extends Fact, Reply> extends Named {
  readonly stream: StreamRef<State, F>;
  readonly streams?: undefined;
  readonly command: Input;
  readonly decide: (command: NoInfer<Input>, state: NoInfer<State>) => Decision<readonly NoInfer<F>[], Reply>;
}

interface OnStreams<Input, S extends Streams, Reply> extends Named {
  readonly stream?: undefined;
  readonly streams: S;
  readonly command: Input;
  readonly decide: (command: NoInfer<Input>, states: StatesOf<NoInfer<S>>) => Decision<FactsOf<NoInfer<S>>, Reply>;
}

/** A command on one stream, or on several by name. `decide` is pure: it may run again, with the same command. */
export type Command<Input, State, F extends Fact, S extends Streams, Reply> =
  OnStream<Input, State, F, Reply> | OnStreams<Input, S, Reply>;

/** Runs a command that the handled message causes. */
export interface Run {
  <Input, State, F extends Fact, Reply>(command: OnStream<Input, State, F, Reply>): Promise<Outcome<Reply>>;
  <Input, S extends Streams, Reply>(command: OnStreams<Input, S, Reply>): Promise<Outcome<Reply>>;
}

interface FromMessage<Message, Context, Input> extends Named {
  /** Collects what the decision needs: fields of the message, clock, ids. */
  readonly command: (message: Message, context: Context) => Input;
}

interface OnStreamOf<Message, Context, Input, State, F extends Fact, Reply> extends FromMessage<
  Message,
  Context,
  Input
> {
  readonly stream: (message: Message, command: NoInfer<Input>) => StreamRef<State, F>;
  readonly streams?: undefined;
  readonly decide: (command: Input, state: State) => Decision<readonly NoInfer<F>[], Reply>;
}

interface OnStreamsOf<Message, Context, Input, S extends Streams, Reply> extends FromMessage<Message, Context, Input> {
  readonly stream?: undefined;
  readonly streams: (message: Message, command: NoInfer<Input>) => S;
  readonly decide: (command: Input, states: StatesOf<NoInfer<S>>) => Decision<FactsOf<NoInfer<S>>, Reply>;
}

/** The command that every message of a type causes. */
export type CommandOf<Message, Context, Input, State, F extends Fact, S extends Streams, Reply> =
  OnStreamOf<Message, Context, Input, State, F, Reply> | OnStreamsOf<Message, Context, Input, S, Reply>;

/** What the log stores of the message that causes a command. */
export interface Cause {
  readonly idempotency: IdempotencyKey | undefined;
  readonly meta: CommandMeta;
}

/** Returns a function that runs commands for this cause. */
export function runFor(store: CommandStore, cause: Cause): Run {
  return <Input, State, F extends Fact, S extends Streams, Reply>(described: Command<Input, State, F, S, Reply>) =>
    runCommand(store, cause, described);
}

export function runCommand<Input, State, F extends Fact, S extends Streams, Reply>(
  store: CommandStore,
  { idempotency: key, meta }: Cause,
  described: Command<Input, State, F, S, Reply>,
): Promise<Outcome<Reply>> {
  const { name, command } = described;
  const idempotency = key && described.idempotency === 'permanent' ? { ...key, isPermanent: true } : key;
  if (described.stream === undefined) {
    const { streams, decide } = described;
    return store.run({ name, streams, decide: (states) => decide(command, states), idempotency, meta });
  }
  const { stream, decide } = described;
  return store.run({
    name,
    streams: { stream },
    decide: (states) => forStream('stream', decide(command, states.stream)),
    idempotency,
    meta,
  });
}

/** The command that this message causes. */
export function commandFor<Message, Context, Input, State, F extends Fact, S extends Streams, Reply>(
  of: CommandOf<Message, Context, Input, State, F, S, Reply>,
  message: Message,
  context: Context,
): Command<Input, State, F, S, Reply> {
  const command = of.command(message, context);
  return of.stream === undefined
    ? { ...of, command, streams: of.streams(message, command) }
    : { ...of, command, stream: of.stream(message, command) };
}
