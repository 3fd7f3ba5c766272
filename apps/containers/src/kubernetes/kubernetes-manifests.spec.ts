import { describe, expect, it } from '@jest/globals';
import { clusterSettings, containerToCreate } from '../../test/kubernetes/cluster-settings.js';
import { refusalOf } from '../../test/kubernetes/cluster-schemas.js';
import type { StoredObject } from '../../test/kubernetes/simulated-cluster.js';
import { relayedHosts } from './cluster-relays.js';
import {
  claimOf,
  deploymentOf,
  policyOf,
  registrySecretOf,
  relayEndpointsOf,
  relayOf,
  serviceOf,
  type ClusterSettings,
} from './kubernetes-manifests.js';

const container = containerToCreate();
const { installationId } = container;
const block = { first: 10_240, last: 10_271 };
const ways = { hosts: new Map([['api.acme.ir', '10.96.0.9']]), names: '10.96.0.8' };

/** As the client sends it: it knows the field `from` by another name. */
function sent(object: object): StoredObject {
  return JSON.parse(JSON.stringify(object).replaceAll('"_from"', '"from"')) as StoredObject;
}

function objectsFor(settings: ClusterSettings): readonly object[] {
  const relays = relayedHosts(block, settings.serviceOrigin, container.egress);
  return [
    policyOf(settings, installationId, block),
    claimOf(settings, installationId),
    serviceOf(settings, installationId, 8080),
    deploymentOf(settings, container, ways),
    registrySecretOf(settings),
    ...relays.map((relayed, index) => relayOf(settings, { installationId, index, relayed })),
    ...relays.map((relayed, index) => relayEndpointsOf(settings, { installationId, index, relayed })),
  ].filter((object) => object !== null);
}

describe('the objects of an installation on a cluster', () => {
  it('fit the schemas of the API, with the shortest and the longest settings', () => {
    const shortest = { ...clusterSettings, account: null, runtime: '', storageClass: '', userNamespaces: false };
    const longest = { ...clusterSettings, scope: 'a'.repeat(32) };
    for (const settings of [shortest, longest])
      for (const object of objectsFor(settings)) expect(refusalOf(sent(object), null)).toBeNull();
    expect(objectsFor(longest)).toHaveLength(11);
  });

  it('fit no schema with one field of the wrong type, so that the check above can fail', () => {
    const wrong = sent(deploymentOf(clusterSettings, container, ways));
    const { template } = wrong['spec'] as { template: { spec: object } };
    Object.assign(template.spec, { hostUsers: 'no' });
    expect(refusalOf(wrong, null)).toMatch(/hostUsers/);
  });

  it('isolate and limit the container', () => {
    const { spec } = deploymentOf(clusterSettings, container, ways);
    const pod = spec?.template.spec;
    expect(pod).toMatchObject({
      runtimeClassName: 'gvisor',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostUsers: false,
      imagePullSecrets: [{ name: 'kushk-acme-registry' }],
      securityContext: { runAsNonRoot: false, seccompProfile: { type: 'RuntimeDefault' } },
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.96.0.8'] },
      hostAliases: [{ ip: '10.96.0.9', hostnames: ['api.acme.ir'] }],
    });
    expect(pod?.containers[0]).toMatchObject({
      image: container.image,
      resources: { limits: { memory: '256Mi', cpu: '500m' }, requests: { memory: '64Mi', cpu: '50m' } },
      securityContext: {
        privileged: false,
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
    expect(pod?.volumes?.[1]).toEqual({ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } });
    expect(JSON.stringify(spec)).not.toContain('secret"');
    const bare = deploymentOf({ ...clusterSettings, userNamespaces: false }, container, ways).spec?.template.spec;
    expect(bare?.securityContext?.runAsNonRoot).toBe(true);
    expect(bare).not.toHaveProperty('hostUsers');
  });

  it('open nothing but the listeners of this installation, to and from the instance alone', () => {
    const { spec } = policyOf(clusterSettings, installationId, block);
    expect(spec?.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(spec?.egress).toHaveLength(1);
    expect(spec?.egress?.[0]?.ports).toEqual([
      { protocol: 'UDP', port: 10_240 },
      { protocol: 'TCP', port: 10_240, endPort: 10_271 },
    ]);
    for (const peer of [spec?.egress?.[0]?.to?.[0], spec?.ingress?.[0]?._from?.[0]])
      expect(peer).toMatchObject({
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kushk' } },
        podSelector: { matchLabels: { 'app.kubernetes.io/instance': 'acme' } },
      });
  });
});
