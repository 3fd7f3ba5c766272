import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Ctx, Payload } from '@nestjs/microservices';

const applyPayload = Payload();
const applyContext = Ctx();

/**
 * Passes `(payload, context)` to every message handler. Without it each handler would need `@Payload()` and `@Ctx()` on
 * its parameters: Nest passes the payload alone to a method without parameter decorators. A controller method counts as
 * a handler when it has metadata, which `@MessagePattern` and `@EventPattern` set on the method itself.
 */
@Injectable()
export class HandlerArguments {
  constructor(discovery: DiscoveryService, scanner: MetadataScanner) {
    for (const { metatype } of discovery.getControllers()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, object>;
      for (const method of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[method];
        if (handler === undefined || Reflect.getMetadataKeys(handler).length === 0) continue;
        applyPayload(prototype, method, 0);
        applyContext(prototype, method, 1);
      }
    }
  }
}
