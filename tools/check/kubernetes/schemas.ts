/** The objects of the API with checks that were made from the OpenAPI description of Kubernetes. */
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { EndpointSlice } from 'kubernetes-models/discovery.k8s.io/v1/EndpointSlice';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Role } from 'kubernetes-models/rbac.authorization.k8s.io/v1/Role';
import { RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1/RoleBinding';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { ResourceQuota } from 'kubernetes-models/v1/ResourceQuota';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

export type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
export type { IJob } from 'kubernetes-models/batch/v1/Job';
export type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
export type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
export type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
export type { IContainer } from 'kubernetes-models/v1/Container';
export type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
export type { IService } from 'kubernetes-models/v1/Service';

interface Model {
  readonly apiVersion: string;
  readonly kind: string;
  readonly prototype: { validate(this: object): void };
}

const MODELS: readonly Model[] = [
  Deployment,
  EndpointSlice,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  PrometheusRule,
  ResourceQuota,
  Role,
  RoleBinding,
  Secret,
  Service,
  ServiceAccount,
  ServiceMonitor,
];

/** How an object does not fit the schema of its kind; null when it fits. */
export function schemaProblemOf(object: { readonly apiVersion: string; readonly kind: string }): string | null {
  const model = MODELS.find(({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind);
  if (model === undefined) return `no schema of ${object.apiVersion} ${object.kind} is known here`;
  const read = new Set<string>();
  try {
    model.prototype.validate.call(recordReads(object, '', read));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const unknown = pathsOf(object, '').find((path) => !read.has(path));
  return unknown === undefined ? null : `${unknown.slice(1)} is not in the schema of ${object.kind}`;
}

/** The schemas accept fields that they do not know. Those are the ones that a check never reads. */
function recordReads(value: object, path: string, read: Set<string>): object {
  return new Proxy(value, {
    get(target, key, receiver) {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return member;
      read.add(`${path}.${key}`);
      return typeof member === 'object' && member !== null ? recordReads(member, `${path}.${key}`, read) : member;
    },
  });
}

function pathsOf(value: object, path: string): readonly string[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => [
    `${path}.${key}`,
    ...(typeof member === 'object' && member !== null ? pathsOf(member, `${path}.${key}`) : []),
  ]);
}
