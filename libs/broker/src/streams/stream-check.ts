import { setTimeout as sleep } from 'node:timers/promises';
import { reportsStream } from '@kushk/contracts';
import { log, measure, registerSharedCheck, type Config } from '@kushk/runtime';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { jetstreamManager, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { differencesOf, isMissing, streamsOf, type NewStreamConfig } from './streams.js';

const retryEveryMs = 1_000;
const create = 'run "kushk-deploy streams create"';

/**
 * Checks that the streams of this service exist with their configuration. A service may not create them
 * (`create-streams.ts`), so it starts only when they are right: otherwise it would decide commands whose facts nobody
 * receives. Readiness names the stream that is missing or differs, at the start and later.
 */
export class StreamCheck implements OnModuleInit, OnModuleDestroy {
  private readonly wanted: readonly NewStreamConfig[];
  private isStopped = false;
  private unregister: () => void = () => undefined;

  constructor(
    private readonly connection: BrokerConnection,
    { scope, service }: Pick<Config, 'scope' | 'service'>,
  ) {
    this.wanted = service.endsWith('_gateway') ? [] : streamsOf({ scope, services: [service] }).map(withoutOrigin);
  }

  async onModuleInit(): Promise<void> {
    if (this.wanted.length === 0) return;
    this.unregister = registerSharedCheck('streams', () => this.check());
    for (let reported = ''; !this.isStopped; await sleep(retryEveryMs)) {
      try {
        return await this.check();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== reported) log.error({ reason }, 'streams are not usable, waiting');
        reported = reason;
      }
    }
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    this.unregister();
  }

  private async check(): Promise<void> {
    if (!this.connection.up) throw new Error('no connection');
    const manager = await jetstreamManager(this.connection.nats, { checkAPI: false });
    await Promise.all(
      this.wanted.map(async (wanted) => {
        const differences = differencesOf((await this.infoOf(wanted.name, manager)).config, wanted);
        if (differences.length === 0) return;
        throw new Error(`the stream ${wanted.name} has another configuration (${differences.join(', ')}): ${create}`);
      }),
    );
  }

  private async infoOf(name: string, { streams }: JetStreamManager): Promise<StreamInfo> {
    try {
      const info = await streams.info(name);
      measure.streamReplicas(name, { configured: info.config.num_replicas, current: currentReplicasOf(info) });
      return info;
    } catch (error) {
      if (isMissing(error)) throw new Error(`the stream ${name} does not exist: ${create}`, { cause: error });
      // Without a quorum, no server answers for the stream.
      if (this.connection.up) measure.streamReplicas(name, { current: 0 });
      throw error;
    }
  }
}

/**
 * How many replicas have all messages, the leader included. A server that is no member of a cluster names none. Without
 * a leader nothing is stored, and the server that answers counts itself among the replicas.
 */
export function currentReplicasOf({ cluster }: Pick<StreamInfo, 'cluster'>): number {
  if (cluster === undefined) return 1;
  if (!cluster.leader) return 0;
  return 1 + (cluster.replicas ?? []).filter(({ current, offline }) => current && offline !== true).length;
}

/** Where the facts of the instances come from depends on where the instances are, which a service does not know. */
function withoutOrigin(config: NewStreamConfig): NewStreamConfig {
  if (config.name !== reportsStream) return config;
  const { subjects: _subjects, subject_transform: _transform, sources: _sources, ...rest } = config;
  return rest;
}
