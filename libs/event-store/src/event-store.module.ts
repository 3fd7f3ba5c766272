import { Module, type DynamicModule } from '@nestjs/common';
import type { StoreDefinition } from './definition.js';

/** Gives a service its log, its views' repositories and its relay. Import it once, in the service's module. */
@Module({})
export class EventStoreModule {
  static register(definition: StoreDefinition): DynamicModule {
    return { module: EventStoreModule, global: true, providers: [{ provide: 'StoreDefinition', useValue: definition }] };
  }
}
