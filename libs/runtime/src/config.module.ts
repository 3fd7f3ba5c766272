import { Global, Module, type DynamicModule } from '@nestjs/common';
import { readConfig, type Config } from './config.js';

/** A Nest token that names the type of what it stands for: a class, or a symbol. */
export type Token<Value> = (abstract new (...args: never[]) => Value) | SymbolToken<Value>;
export type SymbolToken<Value> = symbol & { readonly value?: Value };

/** Nest token of the process's `Config`: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('Config') as SymbolToken<Config>;

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
