import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  FACT_STREAM,
  CONSUMER_CHECKPOINTS,
  type FactStream,
  type ConsumerCheckpoints,
} from '@kushk/event-store/fact-stream';
import { CONFIG, TRANSPORT, type Config } from '@kushk/runtime';
import { Broker } from './broker.js';
import { JetStreamFactStream } from './jetstream-fact-stream.js';
import { defaultLimits } from './limits.js';
import { BrokerConnection } from './broker-connection.js';
import { PlainArguments } from './plain-arguments.js';
import { KushkTransport } from './transport.js';

/** Ends the connection after everything that needs it: Nest runs this hook last, after transport and stores have stopped. */
@Injectable()
class LastToLeave implements OnApplicationShutdown {
  constructor(@Inject(BrokerConnection) private readonly link: BrokerConnection) {}

  async onApplicationShutdown(): Promise<void> {
    await this.link.close();
  }
}

function factStream(link: BrokerConnection, config: Config): Promise<FactStream> {
  return JetStreamFactStream.over(link, {
    scope: config.scope,
    service: config.service,
    replicas: config.streamReplicas,
  });
}

/** Everything that speaks NATS, for the whole process: `Broker` to ask, the transport, and the `FactStream` of the event store. Import it once, beside `ConfigModule`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    PlainArguments,
    LastToLeave,
    {
      provide: BrokerConnection,
      useFactory: (config: Config) =>
        BrokerConnection.connect(config.natsUrl, `${config.scope}.${config.service}`, config.natsCredentials),
      inject: [CONFIG],
    },
    {
      provide: Broker,
      useFactory: (link: BrokerConnection, config: Config) => new Broker(link, config),
      inject: [BrokerConnection, CONFIG],
    },
    {
      provide: KushkTransport,
      useFactory: (link: BrokerConnection, config: Config, places?: ConsumerCheckpoints) =>
        new KushkTransport(link, config, defaultLimits, places),
      inject: [BrokerConnection, CONFIG, { token: CONSUMER_CHECKPOINTS, optional: true }],
    },
    { provide: TRANSPORT, useExisting: KushkTransport },
    { provide: FACT_STREAM, useFactory: factStream, inject: [BrokerConnection, CONFIG] },
  ],
  exports: [Broker, KushkTransport, TRANSPORT, FACT_STREAM],
})
export class BrokerModule {}
