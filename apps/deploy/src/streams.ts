/** `kushk-deploy streams create`: creates the JetStream streams of a hub or an instance, or updates them. */
import { createStreams } from '@kushk/broker';
import { EXIT, Failure, type ExitCode } from './exit-codes.js';

export interface StreamsCommandOptions {
  readonly replicas: '1' | '3' | '5';
  readonly instance?: readonly string[];
}

/** Runs in an environment with the login of the NATS user `streams`, which no service has. */
export async function runStreamsCreate({ replicas, instance }: StreamsCommandOptions): Promise<ExitCode> {
  const { KUSHK_SCOPE: scope, KUSHK_NATS_URL: url, KUSHK_NATS_CREDENTIALS: credentials } = process.env;
  if (!scope || !url) throw new Failure(EXIT.usage, 'KUSHK_SCOPE and KUSHK_NATS_URL must be set');
  await createStreams({
    scope,
    url,
    replicas: Number(replicas),
    ...(credentials && { credentials }),
    ...(instance && { instances: instance }),
  });
  process.stdout.write(`the streams of ${scope} are as they should be\n`);
  return EXIT.ok;
}
