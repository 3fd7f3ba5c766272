import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  CHANGE_NOTIFIER,
  CONSUMER_CHECKPOINTS,
  CONSUMER_POSITIONS,
  FACT_STREAM,
  type ConsumerCheckpoints,
  type ConsumerPositions,
  type FactStream,
} from '@kushk/event-store/fact-stream';
import { CONFIG, TRANSPORT, type Config } from '@kushk/runtime';
import { Broker } from '../requests/broker.js';
import { BrokerConnection } from '../connection/broker-connection.js';
import { CoalescingChangeNotifier } from '../control/change-notifier.js';
import { ControlChannel } from '../control/control-channel.js';
import { HandlerArguments } from './handler-arguments.js';
import { JetStreamFactStream } from '../streams/jetstream-fact-stream.js';
import { StreamCheck } from '../streams/stream-check.js';
import { KushkTransport } from './transport.js';

/** Nest runs this hook after the transport and the stores have stopped, so the connection is closed last. */
@Injectable()
class ConnectionCloser implements OnApplicationShutdown {
  constructor(@Inject(BrokerConnection) private readonly connection: BrokerConnection) {}

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}

function factStream(connection: BrokerConnection, config: Config): Promise<FactStream> {
  const { scope, service } = config;
  return JetStreamFactStream.create(connection, { scope, service });
}

/**
 * Provides everything that uses NATS, once per process: `Broker` for requests, the transport for handlers and the
 * `FactStream` of the event store. Needs `ConfigModule`.
 */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    HandlerArguments,
    ConnectionCloser,
    {
      provide: BrokerConnection,
      useFactory: (config: Config) =>
        BrokerConnection.connect(config.natsUrl, `${config.scope}.${config.service}`, config.natsCredentials),
      inject: [CONFIG],
    },
    {
      provide: Broker,
      useFactory: (connection: BrokerConnection, config: Config) => new Broker(connection, config),
      inject: [BrokerConnection, CONFIG],
    },
    {
      provide: ControlChannel,
      useFactory: (connection: BrokerConnection, config: Config) => new ControlChannel(connection, config),
      inject: [BrokerConnection, CONFIG],
    },
    {
      provide: KushkTransport,
      useFactory: (
        connection: BrokerConnection,
        config: Config,
        ...[checkpoints, positions]: readonly [ConsumerCheckpoints?, ConsumerPositions?]
      ) =>
        new KushkTransport(connection, config, {
          ...(checkpoints && { checkpoints }),
          ...(positions && { positions }),
        }),
      inject: [
        BrokerConnection,
        CONFIG,
        { token: CONSUMER_CHECKPOINTS, optional: true },
        { token: CONSUMER_POSITIONS, optional: true },
      ],
    },
    { provide: TRANSPORT, useExisting: KushkTransport },
    {
      provide: CHANGE_NOTIFIER,
      useFactory: (channel: ControlChannel, { service }: Config) => CoalescingChangeNotifier.of(channel, service),
      inject: [ControlChannel, CONFIG],
    },
    {
      provide: StreamCheck,
      useFactory: (connection: BrokerConnection, config: Config) => new StreamCheck(connection, config),
      inject: [BrokerConnection, CONFIG],
    },
    { provide: FACT_STREAM, useFactory: factStream, inject: [BrokerConnection, CONFIG] },
  ],
  exports: [Broker, ControlChannel, KushkTransport, TRANSPORT, FACT_STREAM, CHANGE_NOTIFIER],
})
export class BrokerModule {}
