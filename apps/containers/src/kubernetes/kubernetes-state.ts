/** What the objects of a cluster say about the container of one installation. Pure. */
import type { V1ContainerStatus, V1Deployment, V1Pod, V1Service } from '../../../../tools/check/kubernetes/client.mjs';
import type { ObservedContainer } from '../engine/container-engine.js';
import { FINGERPRINT, STARTED } from './kubernetes-manifests.js';

export interface ClusterObjects {
  readonly deployment: V1Deployment | null;
  /** The plugin's own Service. */
  readonly service: V1Service | null;
  readonly pods: readonly V1Pod[];
}

const LOST: ObservedContainer = { fingerprint: '', state: 'ended', endReason: 'it is being deleted', host: null };

/** Null when there is no container. One without its address, or that is being deleted, has to be replaced. */
export function observedContainer({ deployment, service, pods }: ClusterObjects): ObservedContainer | null {
  if (deployment === null) return null;
  if (isBeingDeleted(deployment) || service === null || isBeingDeleted(service)) return LOST;
  const fingerprint = deployment.metadata?.annotations?.[FINGERPRINT] ?? '';
  if ((deployment.spec?.replicas ?? 0) === 0)
    return deployment.metadata?.annotations?.[STARTED] === undefined
      ? { fingerprint, state: 'created', endReason: null, host: null }
      : { fingerprint, state: 'ended', endReason: 'it was stopped', host: null };
  const pod = newestPod(pods);
  const endReason = pod === null ? notCreatedReason(deployment) : endOf(pod);
  if (pod !== null && endReason !== null) return { fingerprint, state: 'ended', endReason, host: null };
  const isUp = pod !== null && statusOf(pod)?.state?.running !== undefined;
  return {
    fingerprint,
    state: 'running',
    endReason: isUp ? null : (endReason ?? (pod === null ? null : waitReason(pod))),
    host: isUp ? (service.spec?.clusterIP ?? null) : null,
  };
}

export function isBeingDeleted(object: {
  readonly metadata?: { readonly deletionTimestamp?: Date | undefined } | undefined;
}): boolean {
  return object.metadata?.deletionTimestamp !== undefined;
}

/** The pod whose log is the newest; null when there is none. */
export function newestPod(pods: readonly V1Pod[]): V1Pod | null {
  const createdMs = (pod: V1Pod): number => new Date(pod.metadata?.creationTimestamp ?? 0).getTime();
  return (
    pods
      .filter((pod) => !isBeingDeleted(pod))
      .toSorted((a, b) => createdMs(b) - createdMs(a))
      .at(0) ?? null
  );
}

/** Why the process of a pod has ended; null while it runs or has not started. */
export function endOf(pod: V1Pod): string | null {
  const status = statusOf(pod);
  if (pod.status?.phase === 'Failed' && pod.status.reason !== undefined)
    return `it was ended by its node: ${pod.status.message ?? pod.status.reason}`;
  const isWaitingToRestart = status?.state?.waiting?.reason === 'CrashLoopBackOff';
  const ended = status?.state?.terminated ?? (isWaitingToRestart ? status?.lastState?.terminated : undefined);
  if (ended === undefined) return isWaitingToRestart ? 'it ended' : null;
  return ended.reason === 'OOMKilled' ? 'it ran out of memory' : `it ended with exit code ${ended.exitCode}`;
}

/** Why a pod does not run yet: its image cannot be pulled, or no node has room. */
function waitReason(pod: V1Pod): string | null {
  const waiting = statusOf(pod)?.state?.waiting;
  if (waiting?.message !== undefined) return `${waiting.reason ?? 'it waits'}: ${waiting.message}`;
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return scheduled?.status === 'False' ? `no node can run it: ${scheduled.message ?? ''}` : null;
}

/** Why the cluster creates no pod, such as a quota of the namespace. */
function notCreatedReason(deployment: V1Deployment): string | null {
  const failure = deployment.status?.conditions?.find(
    ({ type, status }) => type === 'ReplicaFailure' && status === 'True',
  );
  return failure?.message ?? null;
}

function statusOf(pod: V1Pod): V1ContainerStatus | undefined {
  return pod.status?.containerStatuses?.[0];
}
