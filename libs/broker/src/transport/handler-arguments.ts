import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants.js';

/**
 * Passes `(payload, context)` to every message handler. Nest alone passes only the payload to a method without
 * parameter decorators, so each handler would need `@Payload()` and `@Ctx()` on its parameters. When the metadata
 * of a method names no parameter, Nest passes the arguments of the transport on, without the promises that it makes for
 * each decorated parameter (docs/performance.md, What is allocated). Pipes of parameters are not applied.
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
