import { describe, expect, it } from '@jest/globals';
import { BlockList, isIPv6 } from 'node:net';
import { POLICIES, problemsOf } from './chart-policies.js';
import { containersValues, diskValues, hubValues, instanceValues } from './chart-values.js';
import { renderChart, type KubernetesObject } from './helm.js';
import type { INetworkPolicy } from './schemas.js';

const rendered = {
  hub: await renderChart(hubValues),
  'instance with contents on S3': await renderChart(instanceValues),
  'instance with contents on a volume': await renderChart(diskValues),
  'instance with container plugins': await renderChart(containersValues),
};
const instance = rendered['instance with contents on S3'];

/** A copy of an object in which the member at a path has another value; undefined removes it. */
function changed(object: KubernetesObject, path: string, value: unknown): KubernetesObject {
  const copy = structuredClone(object);
  const keys = path.split(' ');
  const last = keys.pop() ?? '';
  const owner = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    copy as unknown as Record<string, unknown>,
  );
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else owner[last] = value;
  return copy;
}

const pod = 'spec template spec';
const container = `${pod} containers 0`;
const other = [{ name: 'secrets', secret: { secretName: 'kushk-i1-delivery' } }];
const anyPod = [{ from: [{ namespaceSelector: {} }], ports: [{ port: 'http' }] }];
const monitor = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } };

/** The policy, the object, the path of what is wrong, and what is there. */
const faults: readonly (readonly [keyof typeof POLICIES, string, string, unknown])[] = [
  ['probes', 'Deployment wallet', `${container} livenessProbe`, undefined],
  ['probes', 'Deployment wallet', `${container} livenessProbe httpGet path`, '/health/ready'],
  ['probes', 'Deployment wallet', `${container} readinessProbe httpGet path`, '/health/live'],
  ['probes', 'Deployment wallet', `${container} startupProbe httpGet path`, '/health/ready'],
  ['probes', 'Deployment wallet', `${container} startupProbe failureThreshold`, 20],
  ['probes', 'Deployment wallet', `${container} ports`, []],
  ['requests and limits', 'Deployment wallet', `${container} resources limits memory`, undefined],
  ['requests and limits', 'Job streams', `${container} resources`, undefined],
  ['confinement', 'Deployment wallet', `${pod} securityContext runAsNonRoot`, undefined],
  ['confinement', 'Deployment wallet', `${pod} securityContext runAsUser`, 0],
  ['confinement', 'Deployment wallet', `${pod} securityContext seccompProfile`, undefined],
  ['confinement', 'Deployment wallet', `${pod} hostNetwork`, true],
  ['confinement', 'Deployment wallet', `${container} securityContext seccompProfile`, { type: 'Unconfined' }],
  ['confinement', 'Deployment wallet', `${container} securityContext readOnlyRootFilesystem`, false],
  ['confinement', 'Deployment wallet', `${container} securityContext allowPrivilegeEscalation`, undefined],
  ['confinement', 'Deployment wallet', `${container} securityContext capabilities drop`, ['NET_RAW']],
  ['confinement', 'Deployment wallet', `${container} securityContext capabilities add`, ['SYS_ADMIN']],
  ['confinement', 'Job streams', `${container} securityContext`, undefined],
  ['images', 'Deployment wallet', `${container} image`, 'registry.example/kushk:latest'],
  ['images', 'Deployment wallet', `${container} image`, 'registry.example/kushk'],
  ['secrets', 'Deployment wallet', `${pod} volumes`, other],
  ['secrets', 'Deployment wallet', `${pod} volumes 1`, other[0]],
  ['secrets', 'Deployment wallet', `${container} envFrom`, [{ secretRef: { name: 'kushk-i1-wallet' } }]],
  ['secrets', 'Deployment wallet', `${container} volumeMounts 0 readOnly`, false],
  ['account tokens', 'Deployment wallet', `${pod} automountServiceAccountToken`, undefined],
  [
    'disruptions',
    'PodDisruptionBudget wallet',
    'spec selector matchLabels',
    { 'app.kubernetes.io/component': 'walet' },
  ],
  ['disruptions', 'PodDisruptionBudget wallet', 'spec maxUnavailable', 2],
  ['spread', 'Deployment wallet', `${pod} topologySpreadConstraints`, undefined],
  ['spread', 'Deployment wallet', `${pod} topologySpreadConstraints 0 labelSelector matchLabels`, { a: 'b' }],
  ['end', 'Deployment wallet', `${pod} terminationGracePeriodSeconds`, 5],
  ['end', 'Deployment instance-gateway', `${container} lifecycle`, undefined],
  [
    'closed network',
    'NetworkPolicy wallet',
    'spec podSelector matchLabels',
    { 'app.kubernetes.io/component': 'walet' },
  ],
  ['closed network', 'NetworkPolicy wallet', 'spec egress 0 to', undefined],
  ['closed network', 'NetworkPolicy wallet', 'spec ingress 0 from', []],
  ['closed network', 'NetworkPolicy instance-gateway', 'spec ingress', anyPod],
  ['closed network', 'Job streams', 'spec template metadata labels', { a: 'b' }],
  ['ways in', 'NetworkPolicy wallet', 'spec ingress 0 from', [monitor]],
  ['ways in', 'NetworkPolicy instance-gateway', 'spec podSelector matchLabels', {}],
  ['services and hosts', 'Service instance-gateway', 'spec selector', { 'app.kubernetes.io/component': 'wallet' }],
  ['services and hosts', 'Service instance-gateway', 'metadata name', 'other'],
  ['services and hosts', 'Ingress instance-gateway', 'spec rules', []],
];

describe('the policies of the Helm chart', () => {
  it.each(Object.entries(rendered))('hold for all pods of the %s', (_, objects) => {
    expect(problemsOf(objects)).toEqual([]);
  });

  it.each(faults)('%s: finds the fault in %s, %s = %j', (...[policy, name, path, value]) => {
    const planted = instance.map((object) =>
      `${object.kind} ${object.metadata.name.replace('kushk-i1-', '')}` === name
        ? changed(object, path, value)
        : object,
    );
    expect(planted).not.toEqual(instance);
    expect(problemsOf(planted, [policy])).not.toEqual([]);
  });

  it('plant a fault for each policy', () => {
    expect([...new Set(faults.map(([policy]) => policy))]).toEqual(Object.keys(POLICIES));
  });

  it('find a Secret in the chart', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kushk-i1-wallet' } };
    expect(problemsOf([...instance, secret], ['secrets'])).toEqual(['kushk-i1-wallet is a Secret']);
  });
});

describe('the network policy of the delivery service', () => {
  const policy = instance.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'kushk-i1-delivery',
  );
  const blocks = ((policy as unknown as INetworkPolicy).spec?.egress ?? []).flatMap(({ to = [] }) =>
    to.flatMap(({ ipBlock }) => ipBlock ?? []),
  );
  const isIn = (network: string, address: string): boolean => {
    const [base = '', prefix] = network.split('/');
    const list = new BlockList();
    list.addSubnet(base, Number(prefix), isIPv6(base) ? 'ipv6' : 'ipv4');
    return isIPv6(base) === isIPv6(address) && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
  const isAllowed = (address: string): boolean =>
    blocks.some(({ cidr, except = [] }) => isIn(cidr, address) && !except.some((network) => isIn(network, address)));

  it.each(['8.8.8.8', '185.143.232.1', '2a00:1450::1'])('allows the public address %s', (address) => {
    expect(isAllowed(address)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '198.18.0.1'],
    ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', '64:ff9b::a00:1', '2002:a00:1::'],
  ])('refuses %s', (address) => {
    expect(isAllowed(address)).toBe(false);
  });
});
