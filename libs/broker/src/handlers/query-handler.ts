import type { RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import type { Token } from '@kushk/runtime';
import { Controller, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { RequestContext } from '../transport/context.js';
import { foundOf, inject, type Found, type Needs } from './needs.js';

type Handle<Request, Reply> = (request: Request, context: RequestContext) => Promise<Outcome<Reply>> | Outcome<Reply>;

/** A controller of Nest, for the `controllers` of a module. */
export interface RequestHandler<Request, Reply> {
  readonly handle: Handle<Request, Reply>;
}

/**
 * Answers a request from what the service knows, or with explicit code. The module provides what it needs:
 * `queryHandler(wallet.listHolds, { holds: HoldList }, async (request, { holds }) => respond(…))`.
 */
export function queryHandler<Request, Reply, N extends Needs>(
  request: RequestType<Request, Reply>,
  needs: N,
  handle: (request: Request, found: Found<N>, context: RequestContext) => ReturnType<Handle<Request, NoInfer<Reply>>>,
): Type<RequestHandler<Request, Reply>> {
  return requestController(request, Object.values(needs), (values) => {
    const found = foundOf(needs, values);
    return (message, context) => handle(message, found, context);
  });
}

/** Makes the class. `create` gets what Nest found for the tokens. */
export function requestController<Request, Reply>(
  { subject }: RequestType<Request, Reply>,
  tokens: readonly Token<unknown>[],
  create: (values: readonly unknown[]) => Handle<Request, Reply>,
): Type<RequestHandler<Request, Reply>> {
  @Controller()
  class RequestController {
    private readonly answer: Handle<Request, Reply>;

    constructor(...values: unknown[]) {
      this.answer = create(values);
    }

    @MessagePattern(subject)
    handle(request: Request, context: RequestContext): ReturnType<Handle<Request, Reply>> {
      return this.answer(request, context);
    }
  }
  inject(RequestController, subject, tokens);
  return RequestController;
}
