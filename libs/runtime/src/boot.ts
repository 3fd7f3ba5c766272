import {
  Catch,
  type DynamicModule,
  type ExceptionFilter,
  type INestApplication,
  type INestMicroservice,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions, CustomTransportStrategy, NestMicroservice } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import { ConfigError, readConfig, type Config, type ProcessName } from './config.js';
import { ConfigModule } from './config.module.js';
import { readiness, registerCheck, registerDetail, startHealthServer } from './health.js';
import { flushLog, log } from './log.js';
import { measureProcess } from './metrics.js';
import { nestLog } from './nest-log.js';
import { foreignVariables } from './variable-names.js';
import { endOnUncaught, onStop, stopOnSignals } from './stopping.js';

/** `EX_CONFIG` of sysexits.h: a service manager need not start the process again. */
const configExitCode = 78;

/** Nest token of the transport strategy, which `BrokerModule` of `@kushk/broker` provides. */
export const TRANSPORT = Symbol('Transport');

/**
 * Passes an exception of a handler to the transport unchanged. Without it Nest logs the exception and replaces it by
 * "Internal server error", and the transport could not distinguish a busy store from a bug.
 */
@Catch()
class UnchangedExceptionFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Runs first in every process: installs handlers for uncaught errors and signals, reads the configuration and starts
 * the process metrics. If the configuration is invalid, writes one line per problem to standard error and exits with
 * code 78 (`EX_CONFIG`): a restart cannot heal it.
 */
function startProcess(name: ProcessName): Config {
  endOnUncaught();
  stopOnSignals();
  measureProcess();
  try {
    const config = readConfig({ KUSHK_SERVICE: name, ...process.env });
    if (config.process !== name) throw new ConfigError(`KUSHK_SERVICE must be ${name} for this process`);
    process.env['KUSHK_SERVICE'] ??= name;
    const foreign = foreignVariables(process.env, config.service);
    if (foreign.length > 0) log.warn({ variables: foreign }, 'variables that only other processes read are set');
    return config;
  } catch (error) {
    exitOnConfigError(error);
    throw error;
  }
}

function exitOnConfigError(error: unknown): void {
  if (!(error instanceof ConfigError)) return;
  process.stderr.write(`${error.message}\n`);
  process.exit(configExitCode);
}

/**
 * Creates a service from its module as in production, but does not start listening. Used by `bootService`, and by
 * integration tests with their own configuration.
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
  app.useGlobalFilters(new UnchangedExceptionFilter());
  return app;
}

class Service {}

/**
 * Runs a process: serves health and metrics on KUSHK_HEALTH_PORT, also during the start, and is ready when `start` has
 * resolved. On SIGTERM or SIGINT it accepts no new work, finishes what is in flight and exits within 5 s. If the start
 * fails, it exits: with code 78 when a restart cannot heal it, otherwise with code 1.
 */
export async function bootProcess(name: ProcessName, start: (config: Config) => Promise<void>): Promise<void> {
  const config = startProcess(name);
  const { environment, scope, httpHost: host, healthPort: port } = config;
  try {
    const started = registerCheck('start', () => Promise.reject(new Error('the process is still starting')));
    registerDetail('environment', () => environment);
    const health = await startHealthServer({ host, port });
    onStop(() => health.close());
    await start(config);
    started();
    // Checks say in the log what is wrong, before a request depends on it.
    void readiness();
    log.info({ environment, scope, health_port: port }, 'process started');
  } catch (error) {
    exitOnConfigError(error);
    log.fatal(error, 'process could not start');
    flushLog();
    process.exit(1);
  }
}

/** Runs a service that has no HTTP routes. */
export function bootService(name: ProcessName, module: Type): Promise<void> {
  return bootProcess(name, async (config) => {
    const app = await createService(module, config);
    onStop(() => app.close());
    await app.listen();
  });
}

/** Adds the transport to an application with HTTP routes (the gateway). Call it once, before `app.listen`. */
export async function attachTransport(app: INestApplication): Promise<void> {
  const strategy = app.get<CustomTransportStrategy>(TRANSPORT, { strict: false });
  const attached = app.connectMicroservice(
    { strategy },
    // Otherwise the handlers are registered at once, without the filter.
    { inheritAppConfig: false, deferInitialization: true },
  ) as NestMicroservice;
  attached.useGlobalFilters(new UnchangedExceptionFilter());
  // The application runs the hooks of all modules.
  attached.setIsInitHookCalled(true);
  await app.startAllMicroservices();
}
