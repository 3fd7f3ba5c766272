/** `kushk-deploy streams`: creates or updates the JetStream streams of a hub or an instance, or fills them again. */
import { createStreams, resetStreams } from '@kushk/broker';
import type { Service } from './built-service.js';
import { publishersIn } from '@kushk/contracts';
import { readVariable } from '@kushk/runtime';
import { EXIT, Failure, type ExitCode } from './exit-codes.js';

export interface StreamsCommandOptions {
  readonly replicas?: '1' | '3' | '5';
  readonly instance?: readonly string[];
}

export interface StreamsResetOptions {
  readonly service?: readonly Service[];
}

export async function runStreamsCreate({ replicas, instance }: StreamsCommandOptions): Promise<ExitCode> {
  const { scope, ...connection } = streamsEnvironment();
  await createStreams({
    scope,
    ...connection,
    ...(replicas && { replicas: Number(replicas) }),
    ...(instance && { instances: instance }),
  });
  process.stdout.write(`the streams of ${scope} are as they should be\n`);
  return EXIT.ok;
}

export async function runStreamsReset({ service: services }: StreamsResetOptions): Promise<ExitCode> {
  const { scope, ...connection } = streamsEnvironment();
  const own = publishersIn(scope);
  const foreign = services?.find((service) => !own.includes(service));
  if (foreign !== undefined) throw new Failure(EXIT.usage, `${foreign} is no service of ${scope}`);
  await resetStreams({ scope, ...connection, ...(services && { services }) });
  process.stdout.write(`${(services ?? own).join(', ')}: a new epoch begins, the relays publish the logs again\n`);
  return EXIT.ok;
}

/** The login of the NATS user `streams`, which no service has. */
function streamsEnvironment(): { readonly scope: string; readonly url: string; readonly credentials?: string } {
  const [scope, url] = [readVariable('KUSHK_SCOPE'), readVariable('KUSHK_NATS_URL')];
  const credentials = readVariable('KUSHK_NATS_CREDENTIALS');
  if (!scope || !url) throw new Failure(EXIT.usage, 'KUSHK_SCOPE and KUSHK_NATS_URL must be set');
  return { scope, url, ...(credentials && { credentials }) };
}
