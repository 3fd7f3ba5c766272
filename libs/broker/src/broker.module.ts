import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { FACT_STREAM, FEED_PLACES, type FactStream, type FeedPlaces } from '@kushk/event-store/fact-stream';
import { CONFIG, TRANSPORT, type Config } from '@kushk/runtime';
import { Broker } from './broker.js';
import { JetStreamFactStream } from './jetstream-fact-stream.js';
import { defaultLimits } from './limits.js';
import { Link } from './link.js';
import { PlainArguments } from './plain-arguments.js';
import { KushkTransport } from './transport.js';

/** Ends the connection after everything that needs it: Nest runs this hook last, after transport and stores have stopped. */
@Injectable()
class LastToLeave implements OnApplicationShutdown {
  constructor(@Inject(Link) private readonly link: Link) {}

  async onApplicationShutdown(): Promise<void> {
    await this.link.close();
  }
}

function factStream(link: Link, config: Config): Promise<FactStream> {
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
      provide: Link,
      useFactory: (config: Config) =>
        Link.to(config.natsUrl, `${config.scope}.${config.service}`, config.natsCredentials),
      inject: [CONFIG],
    },
    { provide: Broker, useFactory: (link: Link, config: Config) => new Broker(link, config), inject: [Link, CONFIG] },
    {
      provide: KushkTransport,
      useFactory: (link: Link, config: Config, places?: FeedPlaces) =>
        new KushkTransport(link, config, defaultLimits, places),
      inject: [Link, CONFIG, { token: FEED_PLACES, optional: true }],
    },
    { provide: TRANSPORT, useExisting: KushkTransport },
    { provide: FACT_STREAM, useFactory: factStream, inject: [Link, CONFIG] },
  ],
  exports: [Broker, KushkTransport, TRANSPORT, FACT_STREAM],
})
export class BrokerModule {}
