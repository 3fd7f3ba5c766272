import {
  Catch,
  type DynamicModule,
  type ExceptionFilter,
  type INestApplication,
  type INestMicroservice,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions, CustomTransportStrategy } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import { ConfigError, readConfig, type Config, type ProcessName } from './config.js';
import { ConfigModule } from './config.module.js';
import { registerCheck, startHealthServer } from './health.js';
import { flushLog, log } from './log.js';
import { measureProcess } from './metrics.js';
import { nestLog } from './nest-log.js';
import { endOnUncaught, onStop, stopOnSignals } from './stopping.js';

/** The transport strategy by which a process answers and reacts. `BrokerModule` of `@kushk/broker` provides it. */
export const TRANSPORT = Symbol('Transport');

/**
 * Hands a handler's exception to the transport as it was thrown. Without it Nest would log it and turn it into
 * "Internal server error", and the transport could not tell a busy store from a bug.
 */
@Catch()
class ErrorAsItIs implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * The first lines of every process: last-resort handlers, signals, configuration, process metrics. A
 * configuration that is wrong ends it with code 1 and one line per problem on standard error.
 */
export function startProcess(name: ProcessName): Config {
  endOnUncaught();
  stopOnSignals();
  measureProcess();
  try {
    const config = readConfig({ KUSHK_SERVICE: name, ...process.env });
    if (config.process !== name) throw new ConfigError(`KUSHK_SERVICE must be ${name} for this process`);
    process.env['KUSHK_SERVICE'] ??= name;
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * A service around its module, not listening yet: configuration added, transport and exceptions wired as in
 * production. `bootService` runs it; an int-spec may, with a configuration of its own.
 */
export async function createService(module: Type | DynamicModule, config: Config): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(
    { module: Service, imports: [ConfigModule.of(config), module] },
    {
      inject: [TRANSPORT],
      useFactory: (strategy: CustomTransportStrategy) => ({ strategy }),
      logger: nestLog,
      abortOnError: false,
    },
  );
  app.useGlobalFilters(new ErrorAsItIs());
  return app;
}

class Service {}

/**
 * Runs a service without HTTP of its own: its module with configuration around it, answering and reacting over
 * the transport; health and metrics on KUSHK_HEALTH_PORT from the first moment. On SIGTERM or SIGINT it takes
 * nothing new, finishes what is in flight and exits within 5 s. A start that fails exits with 1.
 */
export async function bootService(name: ProcessName, module: Type): Promise<void> {
  const config = startProcess(name);
  try {
    const started = registerCheck('start', () => Promise.reject(new Error('the service is still starting')));
    const health = await startHealthServer({ host: config.httpHost, port: config.healthPort });
    onStop(() => health.close());
    const app = await createService(module, config);
    onStop(() => app.close());
    await app.listen();
    started();
    log.info({ healthPort: config.healthPort }, 'service started');
  } catch (error) {
    log.fatal(error, 'service could not start');
    flushLog();
    process.exit(1);
  }
}

/** Lets an application with HTTP (the gateway) answer and react too. Call it once, before `app.listen`. */
export async function attachTransport(app: INestApplication): Promise<void> {
  const strategy = app.get<CustomTransportStrategy>(TRANSPORT, { strict: false });
  const attached = app.connectMicroservice({ strategy }, { inheritAppConfig: false });
  attached.useGlobalFilters(new ErrorAsItIs());
  await app.startAllMicroservices();
}
