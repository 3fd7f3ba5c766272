import { Global, Module } from '@nestjs/common';
import { readConfig } from './config.js';

/** Injects the `Config` of the process: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('Config');

/** Global: reads the environment once, when the process starts. */
@Global()
@Module({ providers: [{ provide: CONFIG, useFactory: () => readConfig() }], exports: [CONFIG] })
export class ConfigModule {}
