import type { Actor, RequestIdempotency, RequestType } from '@kushk/contracts';
import type { Fact, Outcome, Streams } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { EVENT_STORE } from '@kushk/event-store/fact-stream';
import type { Token } from '@kushk/runtime';
import type { Type } from '@nestjs/common';
import { idempotencyOf, metaOf } from '../requests/command-meta.js';
import type { RequestContext } from '../transport/context.js';
import { CALLER_STREAMS, storeForCaller, type CallerStreams, type CommandStore } from './caller-role.js';
import { commandFor, runCommand, runFor, type Cause, type CommandOf, type Run } from './command.js';
import { foundOf, type Found, type Needs } from './needs.js';
import { requestController, type RequestHandler } from './query-handler.js';

/** What a handler with code of its own receives besides the request and its needs. */
export interface CommandContext extends Cause {
  /** Runs a command with the request's idempotency key and metadata. */
  readonly run: Run;
  /**
   * Runs commands of which the request causes many, each with a key of its own made from the request's: `part` is what
   * distinguishes them. A repeated request then repeats none that was stored.
   */
  readonly runPart: (part: string) => Run;
  readonly actor: Actor;
  readonly deadline: Date;
}

/**
 * Answers a request with the outcome of one command:
 *
 *     commandHandler(catalogue.revokeKey, {
 *       name: 'RevokeKey',
 *       command: ({ key_id: keyId }) => ({ keyId, at: now().toISOString() }),
 *       stream: ({ key_id }) => streamRef(keyStream, key_id),
 *       decide: revokeKey,
 *     })
 *
 * With needs, the handler is code that looks things up, calls `run`, and does what follows from the outcome.
 */
export function commandHandler<Request, Reply, Input, State, F extends Fact, S extends Streams>(
  request: RequestType<Request, Reply>,
  command: CommandOf<Request, RequestContext, Input, State, F, S, NoInfer<Reply>>,
): Type<RequestHandler<Request, Reply>>;
export function commandHandler<Request, Reply, N extends Needs>(
  request: RequestType<Request, Reply>,
  needs: N,
  handle: (request: Request, found: Found<N>, context: CommandContext) => Promise<Outcome<NoInfer<Reply>>>,
): Type<RequestHandler<Request, Reply>>;
export function commandHandler<Request, Reply, Input, State, F extends Fact, S extends Streams, N extends Needs>(
  request: RequestType<Request, Reply>,
  needsOrCommand: N | CommandOf<Request, RequestContext, Input, State, F, S, Reply>,
  handle?: (request: Request, found: Found<N>, context: CommandContext) => Promise<Outcome<Reply>>,
): Type<RequestHandler<Request, Reply>> {
  if (handle === undefined) {
    const command = needsOrCommand as CommandOf<Request, RequestContext, Input, State, F, S, Reply>;
    return commandController(request, [], (storeFor) => (message, context) => {
      const cause = causeOf(message, context);
      return runCommand(storeFor(context.actor), cause, commandFor(command, message, context));
    });
  }
  const needs = needsOrCommand as N;
  return commandController(request, Object.values(needs), (storeFor, values) => {
    const found = foundOf(needs, values);
    return (message, context) => {
      const cause = causeOf(message, context);
      const { actor, deadline } = context;
      const store = storeFor(actor);
      const runPart = (part: string): Run => runFor(store, partOf(cause, part));
      return handle(message, found, { run: runFor(store, cause), runPart, ...cause, actor, deadline });
    };
  });
}

/** Makes the class. `create` gets the store for the commands of a caller, and what Nest found for the tokens. */
function commandController<Request, Reply>(
  request: RequestType<Request, Reply>,
  tokens: readonly Token<unknown>[],
  create: (
    storeFor: (actor: Actor) => CommandStore,
    values: readonly unknown[],
  ) => RequestHandler<Request, Reply>['handle'],
): Type<RequestHandler<Request, Reply>> {
  const { requires } = request;
  if (requires?.checkedBy !== 'decision')
    return requestController(request, [EVENT_STORE, ...tokens], ([store, ...values]) =>
      create(() => store as EventStore, values),
    );
  return requestController(request, [EVENT_STORE, CALLER_STREAMS, ...tokens], ([events, streams, ...values]) => {
    const [store, streamOf] = [events as EventStore, streams as CallerStreams];
    // The system is a gateway that acts on its own.
    const storeFor = (actor: Actor): CommandStore =>
      actor.kind === 'system' ? store : storeForCaller(store, requires.roles, streamOf(actor));
    return create(storeFor, values);
  });
}

/** A key that callers send has no slash, so none is that of a part. */
function partOf({ idempotency, meta }: Cause, part: string): Cause {
  return { idempotency: idempotency && { ...idempotency, key: `${idempotency.key}/${part}` }, meta };
}

function causeOf(request: unknown, context: RequestContext): Cause {
  const { idempotency } = request as { readonly idempotency?: RequestIdempotency };
  return { idempotency: idempotencyOf(idempotency), meta: metaOf(context) };
}
