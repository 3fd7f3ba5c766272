import { Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PATTERN_HANDLER_METADATA } from '@nestjs/microservices/constants.js';

/**
 * Lets handlers take `(payload, context)` as plain arguments. Nest gives a handler without parameter decorators
 * the payload alone; with an empty list of decorated parameters it hands on what the transport passed.
 */
@Injectable()
export class PlainArguments {
  constructor(discovery: DiscoveryService, scanner: MetadataScanner) {
    for (const { metatype } of discovery.getControllers()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as object;
      for (const method of scanner.getAllMethodNames(prototype)) {
        const callback = (prototype as Record<string, object>)[method];
        const handles = callback !== undefined && Reflect.hasMetadata(PATTERN_HANDLER_METADATA, callback);
        if (handles && !Reflect.hasMetadata(ROUTE_ARGS_METADATA, metatype, method))
          Reflect.defineMetadata(ROUTE_ARGS_METADATA, {}, metatype, method);
      }
    }
  }
}
