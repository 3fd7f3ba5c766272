/** What a cluster does by itself: it makes pods for deployments, starts them, and removes what was deleted. */
import type { SimulatedCluster, StoredObject } from './simulated-cluster.js';

interface PodTemplate {
  readonly metadata: { readonly labels: Record<string, string> };
  readonly spec: {
    readonly containers: readonly { readonly image: string }[];
    readonly volumes: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
  };
}
interface DeploymentSpec {
  readonly replicas: number;
  readonly template: PodTemplate;
}

const looks = new WeakMap<SimulatedCluster, Map<string, number>>();
let pods = 0;

/** Brings the cluster one step closer to what was asked for. */
export function runControllers(cluster: SimulatedCluster): void {
  for (const deployment of cluster.all('Deployment')) {
    const { replicas, template } = deployment['spec'] as DeploymentSpec;
    const own = podsOf(cluster, deployment);
    const live = own.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const wanted = deployment.metadata.deletionTimestamp === undefined ? replicas : 0;
    if (wanted === 0) for (const pod of live) cluster.delete(pod);
    else if (live.length === 0) createPod(cluster, deployment, template);
    finalize(cluster, deployment);
  }
  for (const pod of cluster.all('Pod'))
    if (pod.metadata.deletionTimestamp === undefined) runPod(cluster, pod);
    else endPod(cluster, pod);
  for (const claim of cluster.all('PersistentVolumeClaim')) finalize(cluster, claim);
}

/** Removes an object that was deleted, unless something has to end before it. */
export function finalize(cluster: SimulatedCluster, object: StoredObject): void {
  if (object.metadata.deletionTimestamp === undefined) return;
  if (object.kind === 'Pod' || (object.kind === 'Deployment' && podsOf(cluster, object).length > 0)) return;
  const isUsed = cluster.all('Pod').some((pod) => claimOf(pod) === object.metadata.name);
  if (object.kind === 'PersistentVolumeClaim' && isUsed) return;
  cluster.objects.delete(`${object.kind}/${object.metadata.name}`);
}

/** Ends the process of a pod; its node waits before it starts it again. */
export function endProcess(cluster: SimulatedCluster, installationId: string, exitCode: number): void {
  for (const pod of cluster.all('Pod'))
    if (installationOf(pod) === installationId && isRunning(pod))
      setState(cluster, pod, {
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s restarting failed container' } },
        lastState: { terminated: { exitCode, reason: 'Error' } },
      });
}

/** Whether a pod runs behind the Service with this address. */
export function isRunningAt(cluster: SimulatedCluster, address: string): boolean {
  const service = cluster.all('Service').find(({ spec }) => (spec as { clusterIP: string }).clusterIP === address);
  const installation = service === undefined ? '' : installationOf(service);
  return cluster.all('Pod').some((pod) => isRunning(pod) && installationOf(pod) === installation);
}

function installationOf({ metadata }: StoredObject): string | undefined {
  return metadata.labels?.['kushk.installation'];
}

function podsOf(cluster: SimulatedCluster, { metadata }: StoredObject): readonly StoredObject[] {
  return cluster.all('Pod').filter((pod) => pod.metadata.annotations?.['owner'] === metadata.uid);
}

function createPod(cluster: SimulatedCluster, { metadata }: StoredObject, template: PodTemplate): void {
  pods += 1;
  cluster.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${metadata.name}-${pods}`,
      namespace: metadata.namespace,
      labels: { ...template.metadata.labels, 'pod-template-hash': `h${pods}` },
      annotations: { owner: metadata.uid },
    },
    spec: template.spec,
    status: { phase: 'Pending' },
  });
}

function runPod(cluster: SimulatedCluster, pod: StoredObject): void {
  if ((pod['status'] as { containerStatuses?: unknown }).containerStatuses !== undefined) return;
  const { image = '' } = (pod['spec'] as PodTemplate['spec']).containers[0] ?? {};
  if (!cluster.all('PersistentVolumeClaim').some(({ metadata }) => metadata.name === claimOf(pod))) return;
  if (cluster.unpullable.has(image))
    setState(cluster, pod, { state: { waiting: { reason: 'ImagePullBackOff', message: 'manifest unknown' } } });
  else setState(cluster, pod, { state: { running: { startedAt: '2026-11-23T00:00:00Z' } } });
}

function endPod(cluster: SimulatedCluster, { metadata }: StoredObject): void {
  const counts = looks.get(cluster) ?? new Map<string, number>();
  looks.set(cluster, counts);
  const count = (counts.get(metadata.uid) ?? 0) + 1;
  counts.set(metadata.uid, count);
  if (count >= cluster.podEndsAfter) cluster.objects.delete(`Pod/${metadata.name}`);
}

function setState(cluster: SimulatedCluster, pod: StoredObject, state: object): void {
  const status = { name: 'plugin', image: 'i', imageID: 'i', ready: false, restartCount: 0, ...state };
  cluster.put({ ...pod, status: { phase: 'Running', containerStatuses: [status] } });
}

function isRunning(pod: StoredObject): boolean {
  const { containerStatuses = [] } = pod['status'] as { containerStatuses?: { state: { running?: object } }[] };
  return pod.metadata.deletionTimestamp === undefined && containerStatuses[0]?.state.running !== undefined;
}

function claimOf(pod: StoredObject): string | undefined {
  const { volumes } = pod['spec'] as PodTemplate['spec'];
  return volumes.flatMap(({ persistentVolumeClaim: claim }) => (claim === undefined ? [] : [claim.claimName])).at(0);
}
