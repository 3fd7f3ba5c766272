import { describe, expect, it } from '@jest/globals';
import type {
  V1ContainerState,
  V1ContainerStatus,
  V1Deployment,
  V1Pod,
  V1PodStatus,
} from '../../../../tools/check/kubernetes/client.mjs';
import { FINGERPRINT, STARTED } from './kubernetes-manifests.js';
import { observedContainer, type ClusterObjects } from './kubernetes-state.js';

const service = { spec: { clusterIP: '10.96.0.7' } };
const deployment = (replicas: number, more: Partial<V1Deployment['metadata']> = {}): V1Deployment => ({
  metadata: { annotations: { [FINGERPRINT]: 'f1', ...(replicas > 0 && { [STARTED]: 'true' }) }, ...more },
  spec: { replicas, selector: {}, template: {} },
});
const pod = (status: V1PodStatus, second = 0): V1Pod => ({
  metadata: { creationTimestamp: new Date(Date.UTC(2026, 10, 23, 0, 0, second)) },
  status,
});
const container = (state: V1ContainerState, lastState: V1ContainerState = {}): V1PodStatus => ({
  phase: 'Running',
  containerStatuses: [
    { name: 'plugin', image: 'i', imageID: 'i', ready: false, restartCount: 0, state, lastState } as V1ContainerStatus,
  ],
});
const observed = (objects: Partial<ClusterObjects>) =>
  observedContainer({ deployment: deployment(1), service, pods: [], ...objects });

describe('the container of an installation on a cluster', () => {
  it('does not exist without a deployment, and is replaced when it is being deleted or has no address', () => {
    expect(observed({ deployment: null })).toBeNull();
    const dying = deployment(1, { deletionTimestamp: new Date() });
    for (const lost of [observed({ deployment: dying }), observed({ service: null })])
      expect(lost).toMatchObject({ fingerprint: '', state: 'ended' });
  });

  it('is created, then running at the address of its service, then stopped', () => {
    const pods = [pod(container({ running: {} }))];
    const stopped = deployment(0, { annotations: { [FINGERPRINT]: 'f1', [STARTED]: 'true' } });
    expect(observed({ deployment: deployment(0) })).toMatchObject({ fingerprint: 'f1', state: 'created', host: null });
    expect(observed({ pods })).toEqual({ fingerprint: 'f1', state: 'running', endReason: null, host: '10.96.0.7' });
    expect(observed({ deployment: stopped, pods })).toMatchObject({ state: 'ended', endReason: 'it was stopped' });
  });

  it.each([
    ['an exit', container({ terminated: { exitCode: 3 } }), 'it ended with exit code 3'],
    ['memory', container({ terminated: { exitCode: 137, reason: 'OOMKilled' } }), 'it ran out of memory'],
    [
      'a wait after an exit',
      container({ waiting: { reason: 'CrashLoopBackOff' } }, { terminated: { exitCode: 1 } }),
      'it ended with exit code 1',
    ],
    [
      'its node',
      { phase: 'Failed', reason: 'Evicted', message: 'low on memory' },
      'it was ended by its node: low on memory',
    ],
  ])('ended: %s', (_, status, endReason) => {
    expect(observed({ pods: [pod(status)] })).toMatchObject({ state: 'ended', endReason, host: null });
  });

  it.each([
    ['nothing yet', { phase: 'Pending' }, null],
    [
      'its image',
      container({ waiting: { reason: 'ImagePullBackOff', message: 'no such digest' } }),
      'ImagePullBackOff: no such digest',
    ],
    [
      'room',
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', message: '0/3 nodes' }] },
      'no node can run it: 0/3 nodes',
    ],
  ])('is being started, and lacks %s', (_, status, endReason) => {
    expect(observed({ pods: [pod(status)] })).toMatchObject({ state: 'running', endReason, host: null });
  });

  it('shows why the cluster creates no pod, and looks at the newest pod alone', () => {
    const conditions = [{ type: 'ReplicaFailure', status: 'True', message: 'exceeded quota' }];
    expect(observed({ deployment: { ...deployment(1), status: { conditions } } })).toMatchObject({
      state: 'running',
      endReason: 'exceeded quota',
    });
    const dead = pod(container({ terminated: { exitCode: 1 } }), 1);
    const leaving = { ...dead, metadata: { ...dead.metadata, deletionTimestamp: new Date() } };
    expect(observed({ pods: [dead, pod(container({ running: {} }), 2)] })).toMatchObject({ host: '10.96.0.7' });
    expect(observed({ pods: [leaving] })).toMatchObject({ state: 'running', host: null });
  });
});
