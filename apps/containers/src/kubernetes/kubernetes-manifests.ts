/** The objects that a cluster keeps for an installation: isolation, limits and ways out of its container. Pure. */
import type { ContainerLimits, KubernetesConfig } from '@kushk/runtime';
import type {
  V1Deployment,
  V1EndpointSlice,
  V1NetworkPolicy,
  V1ObjectMeta,
  V1PersistentVolumeClaim,
  V1PodSpec,
  V1Secret,
  V1Service,
} from '../../../../tools/check/kubernetes/client.mjs';
import type { PortRange, RelayedHost } from './cluster-relays.js';
import type { ContainerToCreate } from '../engine/container-engine.js';

export interface ClusterSettings extends KubernetesConfig {
  /** The id of the instance: several may share a namespace. */
  readonly scope: string;
  /** The RuntimeClass, such as `gvisor`; empty for the cluster's own choice. */
  readonly runtime: string;
  readonly limits: ContainerLimits;
  /** The origin of the service as containers reach it. */
  readonly serviceOrigin: string;
  readonly registryUrl: string;
  /** The account of the registry; null when it needs none. */
  readonly account: { readonly username: string; readonly password: string } | null;
}

export const SCOPE_LABEL = 'kushk.scope';
export const INSTALLATION_LABEL = 'kushk.installation';
/** `plugin` or `relay`: what a Service leads to. */
export const PART_LABEL = 'kushk.part';
export const FINGERPRINT = 'kushk.fingerprint';
/** Set when a container was started for the first time. */
export const STARTED = 'kushk.started';
export const CONTAINER_NAME = 'plugin';
const DATA_DIR = '/data';
/** Owns `/data`, so that an image with any user can write there. */
const DATA_GROUP = 10_000;
const STOP_WITHIN_SECONDS = 10;
/** Logs of the container that the node keeps; `/tmp` is in memory. */
const NODE_STORAGE = '128Mi';

/** The name of an installation's objects. Ids are unique everywhere, and a name may have no underscore. */
export function clusterName(installationId: string): string {
  return `kushk-${installationId.replaceAll('_', '-')}`;
}

export function relayName(installationId: string, index: number): string {
  return `${clusterName(installationId)}-x${index}`;
}

export function clusterLabels(scope: string, installationId: string): Record<string, string> {
  return {
    'app.kubernetes.io/managed-by': 'kushk',
    [SCOPE_LABEL]: scope,
    [INSTALLATION_LABEL]: installationId,
  };
}

/** Selects what belongs to an instance, or to one installation of it. */
export function selectorOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

/** Nothing reaches the container but the instance's own processes, and it reaches its own listeners only. */
export function policyOf(settings: ClusterSettings, installationId: string, block: PortRange): V1NetworkPolicy {
  const { scope, platformNamespace } = settings;
  const platform = (components: string[]) => ({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': platformNamespace } },
    podSelector: {
      matchLabels: { 'app.kubernetes.io/part-of': 'kushk', 'app.kubernetes.io/instance': scope },
      matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: components }],
    },
  });
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(settings, installationId),
    spec: {
      podSelector: { matchLabels: clusterLabels(scope, installationId) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ _from: [platform(['containers', 'delivery', 'gateway'])] }],
      egress: [
        {
          to: [platform(['containers'])],
          ports: [
            { protocol: 'UDP', port: block.first },
            { protocol: 'TCP', port: block.first, endPort: block.last },
          ],
        },
      ],
    },
  };
}

export function claimOf(settings: ClusterSettings, installationId: string): V1PersistentVolumeClaim {
  const { storageClass, limits } = settings;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadataOf(settings, installationId),
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: `${limits.data_mib}Mi` } },
      ...(storageClass !== '' && { storageClassName: storageClass }),
    },
  };
}

/** The address of the plugin, which stays when its pod is replaced. */
export function serviceOf(settings: ClusterSettings, installationId: string, port: number): V1Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(settings, installationId, { [PART_LABEL]: 'plugin' }),
    spec: {
      type: 'ClusterIP',
      selector: clusterLabels(settings.scope, installationId),
      ports: [{ name: 'http', protocol: 'TCP', port, targetPort: port }],
    },
  };
}

/** An address of the cluster for a name that the container may reach. Its endpoints are `relayEndpointsOf`. */
export function relayOf(
  settings: ClusterSettings,
  { installationId, index, relayed }: { installationId: string; index: number; relayed: RelayedHost },
): V1Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      ...metadataOf(settings, installationId, { [PART_LABEL]: 'relay' }),
      name: relayName(installationId, index),
    },
    spec: {
      type: 'ClusterIP',
      ports: relayed.ports.map(({ name, protocol, port, listener }) => ({
        name,
        protocol,
        port,
        targetPort: listener,
      })),
    },
  };
}

/** Leads the address to the pod of this service, which is in another namespace than the plugins. */
export function relayEndpointsOf(
  settings: ClusterSettings,
  { installationId, index, relayed }: { installationId: string; index: number; relayed: RelayedHost },
): V1EndpointSlice {
  const name = relayName(installationId, index);
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      ...metadataOf(settings, installationId, {
        'kubernetes.io/service-name': name,
        'endpointslice.kubernetes.io/managed-by': 'kushk',
      }),
      name,
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: [settings.podAddress], conditions: { ready: true } }],
    ports: relayed.ports.map(({ name, protocol, listener }) => ({ name, protocol, port: listener })),
  };
}

/** The account with which nodes pull. */
export function registrySecretOf(settings: ClusterSettings): V1Secret | null {
  const { account, registryUrl, namespace, scope } = settings;
  if (account === null) return null;
  const auth = Buffer.from(`${account.username}:${account.password}`).toString('base64');
  const auths = { [new URL(registryUrl).host]: { ...account, auth } };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: registrySecretName(scope),
      namespace,
      labels: { 'app.kubernetes.io/managed-by': 'kushk', [SCOPE_LABEL]: scope },
    },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') },
  };
}

/** No pod exists until `replicas` is 1. `hosts` are the addresses of names, `names` is the name server's. */
export function deploymentOf(
  settings: ClusterSettings,
  { installationId, image, port, fingerprint }: ContainerToCreate,
  ways: { readonly hosts: ReadonlyMap<string, string>; readonly names: string },
): V1Deployment {
  const labels = clusterLabels(settings.scope, installationId);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...metadataOf(settings, installationId), annotations: { [FINGERPRINT]: fingerprint } },
    spec: {
      replicas: 0,
      revisionHistoryLimit: 0,
      // The volume belongs to one pod at a time.
      strategy: { type: 'Recreate' },
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations: { [FINGERPRINT]: fingerprint } },
        spec: podSpec(settings, { installationId, image, port, ...ways }),
      },
    },
  };
}

interface PodParts {
  readonly installationId: string;
  readonly image: string;
  readonly port: number;
  readonly hosts: ReadonlyMap<string, string>;
  readonly names: string;
}

function podSpec(settings: ClusterSettings, { installationId, image, port, hosts, names }: PodParts): V1PodSpec {
  const { runtime, userNamespaces, account, scope, limits, serviceOrigin } = settings;
  return {
    hostname: 'plugin',
    ...(runtime !== '' && { runtimeClassName: runtime }),
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(userNamespaces && { hostUsers: false }),
    terminationGracePeriodSeconds: STOP_WITHIN_SECONDS,
    restartPolicy: 'Always',
    ...(account !== null && { imagePullSecrets: [{ name: registrySecretName(scope) }] }),
    securityContext: {
      // Root of a user namespace of its own is nobody outside it.
      runAsNonRoot: !userNamespaces,
      fsGroup: DATA_GROUP,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    dnsPolicy: 'None',
    dnsConfig: { nameservers: [names], searches: [], options: [{ name: 'ndots', value: '1' }] },
    hostAliases: [...hosts].map(([host, ip]) => ({ ip, hostnames: [host] })),
    containers: [
      {
        name: CONTAINER_NAME,
        image,
        imagePullPolicy: 'IfNotPresent',
        env: [
          { name: 'PORT', value: String(port) },
          { name: 'SERVICE_ORIGIN', value: serviceOrigin },
          { name: 'DATA_DIR', value: DATA_DIR },
        ],
        ports: [{ name: 'http', containerPort: port, protocol: 'TCP' }],
        resources: resourcesOf(limits),
        securityContext: {
          privileged: false,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [
          { name: 'data', mountPath: DATA_DIR },
          { name: 'tmp', mountPath: '/tmp' },
        ],
      },
    ],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: clusterName(installationId) } },
      { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: `${limits.tmp_mib}Mi` } },
    ],
  };
}

/** Plugins are idle most of the time, so a node promises a quarter of the memory and a tenth of the processor. */
function resourcesOf({ memory_mib, cpus }: ContainerLimits) {
  const milli = Math.max(Math.round(cpus * 1_000), 1);
  return {
    limits: { memory: `${memory_mib}Mi`, cpu: `${milli}m`, 'ephemeral-storage': NODE_STORAGE },
    requests: {
      memory: `${Math.ceil(memory_mib / 4)}Mi`,
      cpu: `${Math.ceil(milli / 10)}m`,
      'ephemeral-storage': NODE_STORAGE,
    },
  };
}

function metadataOf(
  { namespace, scope }: ClusterSettings,
  installationId: string,
  more: Readonly<Record<string, string>> = {},
): V1ObjectMeta {
  const labels = { ...clusterLabels(scope, installationId), ...more };
  return { name: clusterName(installationId), namespace, labels };
}

function registrySecretName(scope: string): string {
  return `kushk-${scope}-registry`;
}
