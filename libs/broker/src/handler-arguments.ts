import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Ctx, Payload } from '@nestjs/microservices';

const applyPayload = Payload();
const applyContext = Ctx();

/**
 * Passes `(payload, context)` to every message handler. Nest alone passes only the payload to a method without
 * parameter decorators, so each handler would need `@Payload()` and `@Ctx()` on its parameters. A controller method
 * counts as a handler when it has the metadata that `@MessagePattern` and `@EventPattern` set on the method.
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
