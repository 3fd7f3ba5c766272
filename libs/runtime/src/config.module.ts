import { Global, Module, type DynamicModule } from '@nestjs/common';
import { readConfig, type Config } from './config.js';

/** Injects the `Config` of the process: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('Config');

/** Global: reads the environment once, when the process starts. `createService` and `bootService` bring it along. */
@Global()
@Module({ providers: [{ provide: CONFIG, useFactory: () => readConfig() }], exports: [CONFIG] })
export class ConfigModule {
  /** With a configuration that has been read already. */
  static of(config: Config): DynamicModule {
    return { module: GivenConfig, global: true, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}

class GivenConfig {}
