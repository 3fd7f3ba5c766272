/**
 * A Kubernetes cluster as a driver: per installation a Deployment, a Service, a NetworkPolicy, a claim and the
 * addresses of its relays. It lists what exists and keeps no copy of it, so nothing can be out of date. It touches only
 * objects with the labels of this instance.
 */
import type { KubernetesObject, V1Deployment, V1Pod } from '../../../../tools/check/kubernetes/client.mjs';
import { portBlock, relayedHosts } from './cluster-relays.js';
import { RelayServices } from './cluster-relay-services.client.js';
import {
  ImageMissing,
  NOTHING,
  type ContainerEngine,
  type ContainerToCreate,
  type LogTail,
  type NetworkAddresses,
  type Observed,
} from '../engine/container-engine.js';
import { ClusterError } from './kubernetes-answer.js';
import type { KubernetesApi } from './kubernetes-api.client.js';
import {
  claimOf,
  clusterLabels,
  clusterName,
  deploymentOf,
  INSTALLATION_LABEL,
  PART_LABEL,
  policyOf,
  registrySecretOf,
  SCOPE_LABEL,
  selectorOf,
  serviceOf,
  STARTED,
  type ClusterSettings,
} from './kubernetes-manifests.js';
import { endOf, isBeingDeleted, newestPod, observedContainer } from './kubernetes-state.js';
import { memoryBytesIn } from './kubernetes-metrics.js';
import { isInRegistry } from '../engine/registry-image.js';

/** A container has ten seconds to end by itself. */
const GONE_WITHIN_MS = 25_000;
const FIRST_LOOK_MS = 100;
const LONGEST_LOOK_MS = 1_000;

export class KubernetesEngine implements ContainerEngine {
  private readonly relays: RelayServices;

  constructor(
    private readonly api: KubernetesApi,
    private readonly settings: ClusterSettings,
  ) {
    this.relays = new RelayServices(api, settings);
  }

  async describe(): Promise<string> {
    return `Kubernetes ${await this.api.version()}`;
  }

  async observeAll(): Promise<ReadonlyMap<string, Observed>> {
    return await this.observed({ [SCOPE_LABEL]: this.settings.scope });
  }

  async observe(installationId: string): Promise<Observed> {
    return (await this.observed(this.labelsOf(installationId))).get(installationId) ?? NOTHING;
  }

  /** The nodes pull an image when they start it. What is not in the registry never gets that far. */
  hasImage(image: string): Promise<boolean> {
    return Promise.resolve(isInRegistry(image, this.settings.registryUrl));
  }

  async pull(image: string): Promise<void> {
    if (!(await this.hasImage(image)))
      throw new ImageMissing(
        'the image is not in the registry of this instance (KUSHK_REGISTRY_URL), or has no digest',
      );
  }

  async createNetwork(installationId: string, { slot }: NetworkAddresses): Promise<void> {
    const block = portBlock(this.settings.egressPorts, slot);
    await this.api.apply(policyOf(this.settings, installationId, block));
  }

  async createVolume(installationId: string): Promise<void> {
    await this.api.create(claimOf(this.settings, installationId));
  }

  async createContainer(container: ContainerToCreate): Promise<void> {
    const { installationId, port, egress, network } = container;
    const existing = await this.api.read('Deployment', clusterName(installationId));
    if (existing !== null && !isBeingDeleted(existing)) return;
    const { serviceOrigin, egressPorts } = this.settings;
    const secret = registrySecretOf(this.settings);
    if (secret !== null) await this.api.apply(secret);
    const relayed = relayedHosts(portBlock(egressPorts, network.slot), serviceOrigin, egress);
    const hosts = await this.relays.apply(installationId, relayed);
    await this.api.apply(serviceOf(this.settings, installationId, port));
    const names = hosts.get(new URL(serviceOrigin).hostname) ?? '';
    await this.api.apply(deploymentOf(this.settings, container, { hosts, names }));
  }

  /** A pod whose process has ended makes way for another one, so that the node's own delay does not add to ours. */
  async startContainer(installationId: string): Promise<void> {
    const deployment = await this.deployment(installationId);
    if (deployment === null) throw new ClusterError('the container does not exist');
    if ((deployment.spec?.replicas ?? 0) > 0) {
      const pods = await this.pods(installationId);
      for (const pod of pods.filter((pod) => !isBeingDeleted(pod) && endOf(pod) !== null))
        await this.api.remove('Pod', pod.metadata?.name ?? '', pod.metadata?.uid);
      return;
    }
    await this.gone('the previous pod', async () => (await this.pods(installationId)).length === 0);
    await this.scale(installationId, 1);
  }

  async stopContainer(installationId: string): Promise<void> {
    const deployment = await this.deployment(installationId);
    if (deployment === null) return;
    if ((deployment.spec?.replicas ?? 0) > 0) await this.scale(installationId, 0);
    await this.gone('the pod', async () => (await this.pods(installationId)).length === 0);
  }

  async removeContainer(installationId: string): Promise<void> {
    const name = clusterName(installationId);
    if ((await this.deployment(installationId)) !== null) await this.api.remove('Deployment', name);
    await this.gone('the pod', async () => {
      const [deployment, pods] = await Promise.all([this.deployment(installationId), this.pods(installationId)]);
      return deployment === null && pods.length === 0;
    });
  }

  /** The policy goes last: while anything else is left, the network is still there. */
  async removeNetwork(installationId: string): Promise<void> {
    const labels = selectorOf(this.labelsOf(installationId));
    for (const kind of ['Service', 'EndpointSlice'] as const)
      for (const { metadata } of await this.api.list(kind, labels)) await this.api.remove(kind, metadata?.name ?? '');
    for (const { metadata } of await this.api.list('NetworkPolicy', labels))
      await this.api.remove('NetworkPolicy', metadata?.name ?? '');
  }

  async removeVolume(installationId: string): Promise<void> {
    const claims = () => this.api.list('PersistentVolumeClaim', selectorOf(this.labelsOf(installationId)));
    for (const { metadata } of await claims()) await this.api.remove('PersistentVolumeClaim', metadata?.name ?? '');
    await this.gone('the volume', async () => (await claims()).length === 0);
  }

  async memoryBytes(installationId: string): Promise<number | null> {
    return memoryBytesIn(await this.api.metricsOf(selectorOf(this.labelsOf(installationId))));
  }

  async log(installationId: string, bounds: { readonly lines: number; readonly bytes: number }): Promise<LogTail> {
    const name = newestPod(await this.pods(installationId))?.metadata?.name;
    if (name === undefined) return { lines: [], truncated: false };
    // One more line tells whether older ones exist.
    const { text, isCut } = await this.api.outputEnd(name, { ...bounds, lines: bounds.lines + 1 });
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    const newest = lines.slice(-bounds.lines);
    return { lines: newest, truncated: isCut || newest.length < lines.length };
  }

  private labelsOf(installationId: string): Record<string, string> {
    return clusterLabels(this.settings.scope, installationId);
  }

  private async deployment(installationId: string): Promise<V1Deployment | null> {
    const found = await this.api.list('Deployment', selectorOf(this.labelsOf(installationId)));
    return found[0] ?? null;
  }

  private async pods(installationId: string): Promise<readonly V1Pod[]> {
    return await this.api.list('Pod', selectorOf(this.labelsOf(installationId)));
  }

  private async scale(installationId: string, replicas: number): Promise<void> {
    const annotations = { [STARTED]: 'true' };
    await this.api.change('Deployment', clusterName(installationId), { annotations, spec: { replicas } });
  }

  private async gone(what: string, isGone: () => Promise<boolean>): Promise<void> {
    const startedMs = performance.now();
    for (let delayMs = FIRST_LOOK_MS; !(await isGone()); delayMs = Math.min(delayMs * 2, LONGEST_LOOK_MS)) {
      if (performance.now() - startedMs > GONE_WITHIN_MS) throw new ClusterError(`${what} has not ended yet`);
      await this.api.pause(delayMs);
    }
  }

  private async observed(labels: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Observed>> {
    const selector = selectorOf(labels);
    const [deployments, services, pods, policies, claims] = await Promise.all([
      this.api.list('Deployment', selector),
      this.api.list('Service', `${selector},${PART_LABEL}=plugin`),
      this.api.list('Pod', selector),
      this.api.list('NetworkPolicy', selector),
      this.api.list('PersistentVolumeClaim', selector),
    ]);
    const podsById = Map.groupBy(pods, (pod) => idOf(pod) ?? '');
    const servicesById = new Map(services.map((service) => [idOf(service), service]));
    const observed = new Map<string, Observed>();
    const add = (object: KubernetesObject, part: Partial<Observed>): void => {
      const id = idOf(object);
      if (id !== undefined) observed.set(id, { ...(observed.get(id) ?? NOTHING), ...part });
    };
    for (const policy of policies) add(policy, { hasNetwork: true });
    for (const claim of claims) add(claim, { hasVolume: true });
    for (const deployment of deployments) {
      const id = idOf(deployment) ?? '';
      const parts = { deployment, service: servicesById.get(id) ?? null, pods: podsById.get(id) ?? [] };
      add(deployment, { container: observedContainer(parts) });
    }
    return observed;
  }
}

function idOf({ metadata }: KubernetesObject): string | undefined {
  return metadata?.labels?.[INSTALLATION_LABEL];
}
