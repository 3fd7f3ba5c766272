import { describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { EventPattern, MessagePattern, Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { HandlerArguments } from './handler-arguments.js';

const received: unknown[][] = [];

@Controller()
class Greetings {
  @MessagePattern('greet')
  greet(...values: unknown[]): string {
    received.push(values);
    return 'hello';
  }

  @EventPattern('greeted')
  greeted(...values: unknown[]): void {
    received.push(values);
  }

  notAHandler(): void {}
}

@Module({ imports: [DiscoveryModule], controllers: [Greetings], providers: [HandlerArguments] })
class GreetingModule {}

/** A transport without a NATS connection. */
class LocalTransport extends Server implements CustomTransportStrategy {
  listen = (callback: () => void): void => callback();
  close = (): void => undefined;
  on = (): never => {
    throw new Error('no events');
  };
  unwrap = (): never => {
    throw new Error('nothing to unwrap');
  };
}

describe('message handler arguments', () => {
  it('are the payload and the context, even without parameter decorators', async () => {
    const strategy = new LocalTransport();
    const app = await NestFactory.createMicroservice(GreetingModule, { strategy, logger: false });
    await app.init();
    for (const pattern of ['greet', 'greeted']) await strategy.getHandlerByPattern(pattern)?.({ pattern }, 'context');
    await app.close();
    expect(received).toEqual([
      [{ pattern: 'greet' }, 'context'],
      [{ pattern: 'greeted' }, 'context'],
    ]);
  });
});
