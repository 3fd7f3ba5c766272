import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants.js';

/**
 * Passes `(payload, context)` to every message handler. Nest alone passes only the payload to a method without
 * parameter decorators, so each handler would need `@Payload()` and `@Ctx()` on its parameters. For a method that is
 * said to have no such parameters, Nest passes on what the transport passes. That also takes less time: Nest finds the
 * value of each decorated parameter with a promise of its own, a tenth of what the wallet allocated for a charge.
 *
 * A controller method counts as a handler when it has the metadata that `@MessagePattern` and `@EventPattern` set on
 * the method.
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
        Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, metatype, method);
      }
    }
  }
}
