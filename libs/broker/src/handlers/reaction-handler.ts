import type { PublicFactType } from '@kushk/contracts';
import type { Fact, Streams } from '@kushk/decider';
import type { EventStore, IdempotencyKey } from '@kushk/event-store';
import { EVENT_STORE } from '@kushk/event-store/fact-stream';
import type { Token } from '@kushk/runtime';
import { Controller, type Type } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { causedBy, idempotencyFor } from '../requests/command-meta.js';
import type { FactContext, ReactionOptions } from '../transport/context.js';
import { commandFor, runCommand, runFor, type Cause, type CommandOf, type Run } from './command.js';
import { foundOf, inject, type Found, type Needs } from './needs.js';

/** A controller of Nest, for the `controllers` of a module. */
export interface ReactionHandler<Data> {
  readonly react: (data: Data, context: FactContext) => Promise<void>;
}

interface ReactionCause extends Cause {
  readonly idempotency: IdempotencyKey;
}

/** What a reaction with code of its own receives besides the fact and its needs. */
export interface ReactionContext extends ReactionCause, FactContext {
  /** Runs a command once for the fact, also when the fact is delivered again. */
  readonly run: Run;
}

type ReactionCommand<Data, Input, State, F extends Fact, S extends Streams> = ReactionOptions &
  CommandOf<Data, FactContext, Input, State, F, S, unknown>;
type ReactionWithNeeds<N extends Needs> = ReactionOptions & { readonly needs: N };

/**
 * Runs one command for each fact of a type, once. With needs, the reaction is code that looks things up, calls `run`,
 * and does what follows from the outcome.
 */
export function reactionHandler<Data, Input, State, F extends Fact, S extends Streams>(
  fact: PublicFactType<Data>,
  command: ReactionCommand<Data, Input, State, F, S>,
): Type<ReactionHandler<Data>>;
export function reactionHandler<Data, N extends Needs>(
  fact: PublicFactType<Data>,
  options: ReactionWithNeeds<N>,
  react: (data: Data, found: Found<N>, context: ReactionContext) => Promise<void>,
): Type<ReactionHandler<Data>>;
export function reactionHandler<Data, Input, State, F extends Fact, S extends Streams, N extends Needs>(
  fact: PublicFactType<Data>,
  options: ReactionCommand<Data, Input, State, F, S> | ReactionWithNeeds<N>,
  react?: (data: Data, found: Found<N>, context: ReactionContext) => Promise<void>,
): Type<ReactionHandler<Data>> {
  if (react === undefined || !('needs' in options)) {
    const command = options as ReactionCommand<Data, Input, State, F, S>;
    return reactionController(fact, { ...options, tokens: [] }, ([store]) => async (data, context) => {
      await runCommand(store as EventStore, causeOf(options, context), commandFor(command, data, context));
    });
  }
  const { needs } = options;
  return reactionController(fact, { ...options, tokens: Object.values(needs) }, ([store, ...values]) => {
    const found = foundOf(needs, values);
    return (data, context) => {
      const cause = causeOf(options, context);
      return react(data, found, { ...context, ...cause, run: runFor(store as EventStore, cause) });
    };
  });
}

function reactionController<Data>(
  { subject }: PublicFactType<Data>,
  { reaction, from, tokens }: ReactionOptions & { readonly tokens: readonly Token<unknown>[] },
  create: (values: readonly unknown[]) => ReactionHandler<Data>['react'],
): Type<ReactionHandler<Data>> {
  @Controller()
  class ReactionController {
    private readonly run: ReactionHandler<Data>['react'];

    constructor(...values: unknown[]) {
      this.run = create(values);
    }

    @EventPattern<string>(subject, { reaction, ...(from && { from }) })
    react(data: Data, context: FactContext): Promise<void> {
      return this.run(data, context);
    }
  }
  inject(ReactionController, `${reaction} ${subject}`, [EVENT_STORE, ...tokens]);
  return ReactionController;
}

/**
 * Each instance chooses its own event ids. Reusing the event id of another instance must not suppress the reaction to
 * the other instance's fact.
 */
function causeOf({ reaction, from }: ReactionOptions, context: FactContext): ReactionCause {
  const part = from === 'fleet' ? context.scope : '';
  return { idempotency: idempotencyFor(reaction, context, part), meta: causedBy(context) };
}
