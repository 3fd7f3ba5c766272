/** The objects of the API with checks that were made from the OpenAPI description of Kubernetes. */
export { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
export { EndpointSlice } from 'kubernetes-models/discovery.k8s.io/v1/EndpointSlice';
export { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
export { Role } from 'kubernetes-models/rbac.authorization.k8s.io/v1/Role';
export { RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1/RoleBinding';
export { Namespace } from 'kubernetes-models/v1/Namespace';
export { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
export { ResourceQuota } from 'kubernetes-models/v1/ResourceQuota';
export { Secret } from 'kubernetes-models/v1/Secret';
export { Service } from 'kubernetes-models/v1/Service';
export { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
