import { Global, Module, type DynamicModule } from '@nestjs/common';
import { readConfig, type Config } from './config.js';

/** Nest token of the process's `Config`: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('Config');

/**
 * Provides the configuration, which is read from the environment once, when the process starts. `createService` and
 * `bootService` import the module.
 */
@Global()
@Module({ providers: [{ provide: CONFIG, useFactory: () => readConfig() }], exports: [CONFIG] })
export class ConfigModule {
  /** Provides a configuration that has already been read. */
  static of(config: Config): DynamicModule {
    return { module: GivenConfig, global: true, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}

class GivenConfig {}
