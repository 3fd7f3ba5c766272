import { DEFAULT_CONTAINER_LIMITS } from '@kushk/runtime';
import type { ContainerToCreate } from '../../src/engine/container-engine.js';
import type { ClusterSettings } from '../../src/kubernetes/kubernetes-manifests.js';
import { networkAddresses } from '../../src/engine/network-addresses.js';

export const clusterSettings: ClusterSettings = {
  namespace: 'kushk-plugins',
  platformNamespace: 'kushk',
  podAddress: '127.0.0.1',
  egressPorts: { first: 10_240, last: 32_767 },
  storageClass: 'fast',
  userNamespaces: true,
  enforcesPolicies: true,
  scope: 'acme',
  runtime: 'gvisor',
  limits: DEFAULT_CONTAINER_LIMITS,
  serviceOrigin: 'https://assistant.example',
  registryUrl: 'https://r.example',
  account: { username: 'puller', password: 'secret' },
};

/** A container whose installation has an id as long as real ones. */
export function containerToCreate(more: Partial<ContainerToCreate> = {}): ContainerToCreate {
  return {
    installationId: 'ins_01k9zv3n5q8t7w2x4y6a8b0c1d',
    label: 'k3',
    image: `r.example/acme/box@sha256:${'a'.repeat(64)}`,
    port: 8080,
    fingerprint: '2 0 image 8080',
    network: networkAddresses('10.213.0.0/16', 3),
    egress: ['api.acme.ir:443', 'mail.acme.ir:25'],
    hosts: new Map(),
    ...more,
  };
}
