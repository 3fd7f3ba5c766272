/** Facts of one container, for unit tests of the decisions. */
import type { ContainerFact, ContainerSpec } from '../src/container/container.js';

export const at = '2026-11-20T10:00:00.000Z';
export const later = (seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString();
export const parties = { organisationId: 'org_a', pluginId: 'ir.acme.box', label: 'k3' };
export const specOf = (version: string): ContainerSpec => ({
  version,
  image: `r.example/acme/box@sha256:${(version === '1.0.0' ? 'a' : 'b').repeat(64)}`,
  port: 8080,
  egress: [],
});

export const requested: ContainerFact = { type: 'ContainerRequested', data: { ...parties, spec: specOf('1.0.0'), at } };
export const reachedAs = (version: string, servedVersion = version, isUpdate = false): ContainerFact => ({
  type: 'ContainerReached',
  data: { version, servedVersion, address: '10.213.0.2:8080', label: 'k3', port: 8080, isUpdate, at },
});
export const reached = reachedAs('1.0.0');
export const forbidden: ContainerFact = { type: 'ContainerForbidden', data: { at } };
export const newVersion: ContainerFact = {
  type: 'VersionRequested',
  data: { spec: specOf('1.1.0'), giveUpAt: later(120), at },
};
export const reachedUpdate = reachedAs('1.1.0', '1.1.0', true);
export const confirmed: ContainerFact = { type: 'VersionConfirmed', data: { version: '1.1.0', at } };
export const givenUp: ContainerFact = {
  type: 'VersionGivenUp',
  data: { version: '1.1.0', reason: 'it ended with exit code 1', at: later(120) },
};
export const abandoned: ContainerFact = { type: 'ContainerAbandoned', data: { deleteAfter: later(30), at } };
export const deleted: ContainerFact = { type: 'ContainerDeleted', data: { at } };
