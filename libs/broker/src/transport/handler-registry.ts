import { isObservable, lastValueFrom } from 'rxjs';
import type { MessageHandler } from '@nestjs/microservices';
import type { ServiceName } from '@kushk/contracts';
import type { FactHandler } from '../reactions/fact-dispatcher.js';
import type { RequestHandler } from '../requests/responder.js';
import { serviceOf } from '../connection/subjects.js';

/** Where the facts of a reaction come from: this scope and the hub, or every instance of the fleet. */
export type FactOrigin = 'own' | 'fleet';

/**
 * The handlers with the same publishing service and reaction. They share one consumer, which keeps the order of each
 * stream.
 */
export interface Reaction {
  readonly publisher: ServiceName;
  readonly name: string;
  readonly origin: FactOrigin;
  /** Handlers by fact type without scope. */
  readonly handlers: Map<string, FactHandler>;
}

const reactionName = /^[a-z][a-z0-9-]*$/;

/**
 * The handlers that Nest registered. Nest's own registry chains all handlers of an event; this registry separates
 * them by reaction.
 */
export class HandlerRegistry {
  /** Handlers by subject without scope. */
  readonly requestHandlers = new Map<string, RequestHandler>();
  private readonly reactionsByKey = new Map<string, Reaction>();

  addRequestHandler(subject: string, handler: MessageHandler): void {
    if (this.requestHandlers.has(subject)) throw new Error(`two handlers for ${subject}`);
    this.requestHandlers.set(subject, (request, context) => settled(handler(request, context)));
  }

  /** `extras` are the options of `@EventPattern`; see `ReactionOptions`. */
  addFactHandler(type: string, handler: MessageHandler, extras: Readonly<Record<string, unknown>>): void {
    const { reaction: name, from } = extras;
    if (typeof name !== 'string' || !reactionName.test(name))
      throw new Error(`the handler of ${type} needs a reaction name such as on-release-submitted`);
    const origin: FactOrigin = from === 'fleet' ? 'fleet' : 'own';
    const publisher = serviceOf(type);
    const key = `${origin} ${publisher} ${name}`;
    const reaction = this.reactionsByKey.get(key) ?? { publisher, name, origin, handlers: new Map() };
    if (reaction.handlers.has(type)) throw new Error(`two handlers of ${name} for ${type}`);
    reaction.handlers.set(type, (data, context) => settled(handler(data, context)));
    this.reactionsByKey.set(key, reaction);
  }

  get reactions(): Reaction[] {
    return [...this.reactionsByKey.values()];
  }

  findReaction(publisher: ServiceName, name: string): Reaction | null {
    const found = this.reactions.find((one) => one.publisher === publisher && one.name === name);
    return found ?? null;
  }
}

/** A handler resolves with its result, or with an observable when an exception filter has handled an exception. */
async function settled(result: Promise<unknown> | unknown): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value) : value;
}
