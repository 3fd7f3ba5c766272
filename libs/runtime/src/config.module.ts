import { Global, Module, type DynamicModule } from '@nestjs/common';
import { readConfig, type Config } from './config.js';

/** Injects the `Config` of the process: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('Config');

/** Reads the environment once, when the process starts. `createService` and `bootService` import it. */
@Global()
@Module({ providers: [{ provide: CONFIG, useFactory: () => readConfig() }], exports: [CONFIG] })
export class ConfigModule {
  /** Provides a configuration that was read before. */
  static of(config: Config): DynamicModule {
    return { module: GivenConfig, global: true, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}

class GivenConfig {}
