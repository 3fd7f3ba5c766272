import { existsSync } from 'node:fs';
import { AuditEntries } from '@kushk/audit';
import { BrokerModule } from '@kushk/broker';
import { originForContainers } from '@kushk/contracts';
import { EventStore, EventStoreModule } from '@kushk/event-store';
import { CONFIG, log, now, type Config } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { OnClockAdvancedHandler } from './clock/on-clock-advanced/on-clock-advanced.handler.js';
import { ListAuditEntriesHandler } from './audit/list-audit-entries/list-audit-entries.handler.js';
import { Containers } from './container/container.view.js';
import { ContainerStatuses } from './container/container-statuses.view.js';
import { ContainerResources } from './container/container-resources.js';
import { DeniedAttempts } from './container/denied-attempts.view.js';
import { FindAddressHandler } from './container/find-address/find-address.handler.js';
import { DeniedByVersion } from './container/denied-by-version.view.js';
import { GetContainerHandler } from './container/get-container/get-container.handler.js';
import { GetLogHandler } from './container/get-log/get-log.handler.js';
import { ListDeniedHandler } from './container/list-denied/list-denied.handler.js';
import { OnAvailabilityChangedHandler } from './container/on-availability-changed/on-availability-changed.handler.js';
import { OnCapabilitiesChangedHandler } from './container/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstalledAnsweredHandler } from './container/on-installed-answered/on-installed-answered.handler.js';
import { RestartContainerHandler } from './container/restart-container/restart-container.handler.js';
import { OnRemovedAnsweredHandler } from './container/on-removed-answered/on-removed-answered.handler.js';
import { OnInstallationRemovedHandler } from './container/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './container/on-installation-requested/on-installation-requested.handler.js';
import { canConnect } from './engine/connect.client.js';
import { ContainerNetwork } from './egress/container-network.client.js';
import { KernelFirewall } from './egress/firewall.client.js';
import { tableOf } from './egress/firewall-rules.js';
import { systemResolver } from './egress/resolve.client.js';
import { ENGINE, type ContainerEngine } from './engine/container-engine.js';
import { ClusterDriver } from './kubernetes/cluster-driver.client.js';
import { DockerEngine } from './engine/docker-engine.client.js';
import { networkCount } from './engine/network-addresses.js';
import { NetworkSlots } from './reconciling/network-slots.view.js';
import { ReconcilerLease } from './reconciling/reconciler-lease.view.js';
import { Reconciler } from './reconciling/reconciler.js';
import { ReconcilerWorker } from './reconciling/reconciler.worker.js';
import { StoredContainerRecords } from './reconciling/stored-container-records.js';
import { containersStore } from './store.module.js';
import { DataImages } from './volume/data-images.client.js';

const MIB = 1024 * 1024;

type ResourcesDependencies = [Config, Containers, ContainerStatuses, DeniedAttempts, ContainerEngine];
type RecordsDependencies = [
  Config,
  EventStore,
  Containers,
  ContainerStatuses,
  DeniedAttempts,
  NetworkSlots,
  ClusterDriver | null,
];
type NetworkDependencies = [Config, DeniedAttempts, ClusterDriver | null];
type ReconcilerDependencies = [Config, ContainerEngine, StoredContainerRecords, ContainerNetwork];

@Module({
  imports: [BrokerModule, EventStoreModule.register(containersStore)],
  providers: [
    AuditEntries,
    {
      provide: ContainerResources,
      inject: [CONFIG, Containers, ContainerStatuses, DeniedAttempts, ENGINE],
      useFactory: (...[config, rows, statuses, denied, engine]: ResourcesDependencies) =>
        new ContainerResources({
          rows,
          statuses,
          denied,
          engine,
          memoryLimitBytes: config.containers.limits.memory_mib * MIB,
          now,
          onFailure: ({ installationId, err }) => {
            log.warn({ err, installation_id: installationId }, 'container memory not read');
          },
        }),
    },
    Containers,
    ContainerStatuses,
    DeniedAttempts,
    DeniedByVersion,
    NetworkSlots,
    ReconcilerLease,
    ReconcilerWorker,
    {
      provide: ClusterDriver,
      inject: [CONFIG],
      useFactory: (config: Config) => (config.containers.driver === 'kubernetes' ? new ClusterDriver(config) : null),
    },
    {
      provide: ENGINE,
      inject: [CONFIG, ClusterDriver],
      useFactory: ({ containers, scope, serviceOrigin, registryUrl }: Config, cluster: ClusterDriver | null) =>
        cluster?.engine ??
        new DockerEngine({
          address: containers.engine,
          scope,
          runtime: containers.runtime,
          firstUserId: containers.firstUserId,
          limits: containers.limits,
          serviceOrigin: originForContainers(serviceOrigin),
          hasIpv6: existsSync('/proc/sys/net/ipv6'),
          images: new DataImages({ folder: containers.dataDir, scope, sizeMib: containers.limits.data_mib }),
          isDataLimited: containers.data === 'image',
          registryUrl,
          account:
            containers.registryUser === ''
              ? null
              : { username: containers.registryUser, password: containers.registryPassword },
        }),
    },
    {
      provide: ContainerNetwork,
      inject: [CONFIG, DeniedAttempts, ClusterDriver],
      useFactory: (...[{ containers, scope, environment, serviceOrigin }, denied, cluster]: NetworkDependencies) =>
        cluster?.network((installationId, attempts) => denied.add(installationId, attempts)) ??
        new ContainerNetwork({
          firewall: new KernelFirewall({ table: tableOf(scope), subnet: containers.subnet }),
          resolve: systemResolver(environment === 'production'),
          serviceOrigin,
          originForContainers: originForContainers(serviceOrigin),
          now,
          saveDenied: (installationId, attempts) => denied.add(installationId, attempts),
        }),
    },
    {
      provide: StoredContainerRecords,
      inject: [CONFIG, EventStore, Containers, ContainerStatuses, DeniedAttempts, NetworkSlots, ClusterDriver],
      useFactory: (...[config, events, containers, statuses, denied, slots, cluster]: RecordsDependencies) =>
        new StoredContainerRecords({
          events,
          containers,
          statuses,
          denied,
          slots,
          networks: cluster?.networkCount ?? networkCount(config.containers.subnet),
          now,
        }),
    },
    {
      provide: Reconciler,
      inject: [CONFIG, ENGINE, StoredContainerRecords, ContainerNetwork],
      useFactory: (...[config, engine, records, network]: ReconcilerDependencies) =>
        new Reconciler({
          ...config.containers,
          engine,
          records,
          canConnect,
          network,
          serviceOrigin: originForContainers(config.serviceOrigin),
          nowMs: () => now().getTime(),
          onFailure: ({ installationId, err }) => {
            log.warn({ err, installation_id: installationId }, 'container step failed');
          },
        }),
    },
  ],
  controllers: [
    OnClockAdvancedHandler,
    FindAddressHandler,
    GetContainerHandler,
    GetLogHandler,
    ListAuditEntriesHandler,
    ListDeniedHandler,
    OnAvailabilityChangedHandler,
    OnCapabilitiesChangedHandler,
    OnInstallationRemovedHandler,
    OnInstalledAnsweredHandler,
    OnRemovedAnsweredHandler,
    RestartContainerHandler,
    OnInstallationRequestedHandler,
  ],
})
export class ContainersModule {}
