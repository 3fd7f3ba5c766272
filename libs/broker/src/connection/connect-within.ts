import { setTimeout as sleep } from 'node:timers/promises';
import { connectionProblem } from '@kushk/runtime/connection-problem';
import type { NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { commandOptions } from './connection-options.js';

const withinMs = 10_000;
const retryMs = 250;

/** NATS cannot be reached, or does not accept the login. The message names the cause. */
class NatsUnreachable extends Error {
  /** As the client names such an error. */
  override readonly name = 'ConnectionError';
}

/**
 * Connects for a command, which tries for ten seconds. With its own retries the client would never give up on a server
 * whose certificate it does not trust.
 */
export async function connectWithin(...login: Parameters<typeof commandOptions>): Promise<NatsConnection> {
  const until = performance.now() + withinMs;
  for (;;)
    try {
      return await connect(commandOptions(...login));
    } catch (error) {
      if (performance.now() > until)
        throw new NatsUnreachable(`KUSHK_NATS_URL: ${connectionProblem(error)}`, { cause: error });
      await sleep(retryMs);
    }
}
