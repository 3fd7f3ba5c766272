import { BrokerModule } from '@kushk/broker';
import { originForContainers } from '@kushk/contracts';
import { EventStore, EventStoreModule } from '@kushk/event-store';
import { CONFIG, log, now, type Config } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { Containers } from './container/container.view.js';
import { ContainerStatuses } from './container/container-statuses.view.js';
import { GetContainerHandler } from './container/get-container/get-container.handler.js';
import { GetLogHandler } from './container/get-log/get-log.handler.js';
import { OnAvailabilityChangedHandler } from './container/on-availability-changed/on-availability-changed.handler.js';
import { OnCapabilitiesChangedHandler } from './container/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './container/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './container/on-installation-requested/on-installation-requested.handler.js';
import { canConnect } from './engine/connect.client.js';
import { ENGINE, type ContainerEngine } from './engine/container-engine.js';
import { DockerEngine } from './engine/docker-engine.client.js';
import { networkCount } from './engine/network-addresses.js';
import { ServiceLink } from './engine/service-link.client.js';
import { NetworkSlots } from './reconciling/network-slots.view.js';
import { ReconcilerLease } from './reconciling/reconciler-lease.view.js';
import { Reconciler } from './reconciling/reconciler.js';
import { ReconcilerWorker } from './reconciling/reconciler.worker.js';
import { StoredContainerRecords } from './reconciling/stored-container-records.js';
import { containersStore } from './store.module.js';

type RecordsDependencies = [Config, EventStore, Containers, ContainerStatuses, NetworkSlots];
type ReconcilerDependencies = [Config, ContainerEngine, StoredContainerRecords, ServiceLink];

@Module({
  imports: [BrokerModule, EventStoreModule.register(containersStore)],
  providers: [
    Containers,
    ContainerStatuses,
    NetworkSlots,
    ReconcilerLease,
    ReconcilerWorker,
    {
      provide: ENGINE,
      inject: [CONFIG],
      useFactory: ({ containers, scope, serviceOrigin, registryUrl }: Config) =>
        new DockerEngine({
          address: containers.engine,
          scope,
          runtime: containers.runtime,
          limits: containers.limits,
          serviceOrigin: originForContainers(serviceOrigin),
          registryUrl,
          account:
            containers.registryUser === ''
              ? null
              : { username: containers.registryUser, password: containers.registryPassword },
        }),
    },
    {
      provide: ServiceLink,
      inject: [CONFIG],
      useFactory: ({ serviceOrigin }: Config) => new ServiceLink(serviceOrigin),
    },
    {
      provide: StoredContainerRecords,
      inject: [CONFIG, EventStore, Containers, ContainerStatuses, NetworkSlots],
      useFactory: (...[config, events, containers, statuses, slots]: RecordsDependencies) =>
        new StoredContainerRecords({
          events,
          containers,
          statuses,
          slots,
          networks: networkCount(config.containers.subnet),
          now,
        }),
    },
    {
      provide: Reconciler,
      inject: [CONFIG, ENGINE, StoredContainerRecords, ServiceLink],
      useFactory: (...[config, engine, records, serviceLink]: ReconcilerDependencies) =>
        new Reconciler({
          ...config.containers,
          engine,
          records,
          canConnect,
          serviceLink,
          serviceOrigin: originForContainers(config.serviceOrigin),
          nowMs: () => now().getTime(),
          onFailure: ({ installationId, err }) => {
            log.warn({ err, installation_id: installationId }, 'container step failed');
          },
        }),
    },
  ],
  controllers: [
    GetContainerHandler,
    GetLogHandler,
    OnAvailabilityChangedHandler,
    OnCapabilitiesChangedHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
  ],
})
export class ContainersModule {}
