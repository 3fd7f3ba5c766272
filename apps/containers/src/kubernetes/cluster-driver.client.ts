import { originForContainers } from '@kushk/contracts';
import { log, now, type Config } from '@kushk/runtime';
import { ClusterNetwork, type ClusterNetworkOptions } from './cluster-network.client.js';
import { portBlockCount } from './cluster-relays.js';
import { systemResolver } from '../egress/resolve.client.js';
import { KubernetesApi } from './kubernetes-api.client.js';
import { KubernetesEngine } from './kubernetes-engine.client.js';
import type { ClusterSettings } from './kubernetes-manifests.js';

/**
 * What `KUSHK_CONTAINER_DRIVER=kubernetes` selects: an engine and a network that send their requests together.
 *
 * @experimental It has run against the simulator in `test/kubernetes/` only, never on a cluster.
 */
export class ClusterDriver {
  readonly engine: KubernetesEngine;
  private readonly api: KubernetesApi;
  private readonly settings: ClusterSettings;

  /** Loads no client and sends nothing yet. */
  constructor(private readonly config: Config) {
    log.warn({ driver: 'kubernetes' }, 'the driver is experimental: it has never run on a cluster');
    const { containers, scope, serviceOrigin, registryUrl } = config;
    const { kubernetes, runtime, limits, registryUser, registryPassword, engine } = containers;
    this.settings = {
      ...kubernetes,
      scope,
      runtime,
      limits,
      serviceOrigin: originForContainers(serviceOrigin),
      registryUrl,
      account: registryUser === '' ? null : { username: registryUser, password: registryPassword },
    };
    // The default is a socket of Docker.
    const server = engine.startsWith('http:') ? engine : null;
    this.api = new KubernetesApi({ server, namespace: kubernetes.namespace });
    this.engine = new KubernetesEngine(this.api, this.settings);
  }

  /** How many installations can have a container. */
  get networkCount(): number {
    return portBlockCount(this.settings.egressPorts);
  }

  network(saveDenied: ClusterNetworkOptions['saveDenied']): ClusterNetwork {
    const { environment, serviceOrigin } = this.config;
    const resolve = systemResolver(environment === 'production');
    return new ClusterNetwork({ api: this.api, settings: this.settings, resolve, serviceOrigin, now, saveDenied });
  }
}
