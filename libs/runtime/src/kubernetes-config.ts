/** The configuration of container plugins on a cluster (docs/reference/kubernetes.md). */
import { fail, matching, oneOf, text, type Parse, type Reading } from './environment.js';

export interface KubernetesConfig {
  /** The namespace of the plugins. Nothing else is in it. */
  readonly namespace: string;
  /** The namespace of the instance's own processes. */
  readonly platformNamespace: string;
  /** The IPv4 address of the pod in which the service `containers` runs. */
  readonly podAddress: string;
  /** Where that pod accepts the connections of plugins: 32 ports for each installation. */
  readonly egressPorts: { readonly first: number; readonly last: number };
  /** Empty for the cluster's default. */
  readonly storageClass: string;
  /** Whether plugins have a user namespace of their own; without one their images must not run as root. */
  readonly userNamespaces: boolean;
  /** Whether the operator of the cluster has said that its network enforces policies. The API does not tell. */
  readonly enforcesPolicies: boolean;
}

const namespaceName = matching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be the name of a namespace');
const ipv4Address = matching(/^\d{1,3}(\.\d{1,3}){3}$/, 'must be an IPv4 address');

export function readKubernetes(from: Reading): KubernetesConfig {
  return {
    namespace: from.withDefault('KUSHK_KUBERNETES_NAMESPACE', namespaceName, 'kushk-plugins'),
    platformNamespace: from.withDefault('KUSHK_KUBERNETES_PLATFORM_NAMESPACE', namespaceName, 'kushk'),
    podAddress: from.withDefault('KUSHK_KUBERNETES_POD_ADDRESS', ipv4Address, ''),
    egressPorts: from.withDefault('KUSHK_KUBERNETES_EGRESS_PORTS', portRange, { first: 10_240, last: 32_767 }),
    storageClass: from.withDefault('KUSHK_KUBERNETES_STORAGE_CLASS', text, ''),
    userNamespaces: from.withDefault('KUSHK_KUBERNETES_USER_NAMESPACES', oneOf('on', 'off'), 'on') === 'on',
    enforcesPolicies:
      from.withDefault('KUSHK_KUBERNETES_NETWORK_POLICIES', oneOf('enforced', 'unknown'), 'unknown') === 'enforced',
  };
}

const portRange: Parse<KubernetesConfig['egressPorts']> = (value) => {
  const [, first, last] = /^(\d{4,5})-(\d{4,5})$/.exec(value) ?? [];
  const range = { first: Number(first), last: Number(last) };
  return range.first >= 1_024 && range.last <= 65_535 && range.last - range.first >= 31
    ? range
    : fail('must be a range of at least 32 ports from 1024 to 65535, such as 10240-32767');
};

/** What the service that runs containers lacks on a cluster, one line each. */
export function problemsOfKubernetes({ podAddress, enforcesPolicies }: KubernetesConfig): readonly string[] {
  return [
    ...(podAddress === '' ? ['KUSHK_KUBERNETES_POD_ADDRESS is not set: the address of this pod (status.podIP)'] : []),
    ...(enforcesPolicies
      ? []
      : [
          'KUSHK_KUBERNETES_NETWORK_POLICIES must be enforced: without a network that enforces policies the egress of ' +
            'plugins is open, and the cluster does not tell (docs/reference/kubernetes.md)',
        ]),
  ];
}
