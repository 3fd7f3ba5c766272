/** What an account may do, as the Role of `deploy/kubernetes/containers.yaml` says. */
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import type { StoredObject } from './simulated-cluster.js';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** The objects that the platform's operator applies. */
export function deployedObjects(): readonly StoredObject[] {
  const file = new URL('../../../../deploy/kubernetes/containers.yaml', import.meta.url);
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as StoredObject);
}

/** Each request that the Role allows, as `verb group/resource`. */
export function allowedRequests(): ReadonlySet<string> {
  const roles = deployedObjects().filter(({ kind }) => kind === 'Role');
  return new Set(
    roles
      .flatMap((role) => role['rules'] as readonly Rule[])
      .flatMap(({ apiGroups, resources, verbs }) =>
        apiGroups.flatMap((group) => resources.flatMap((name) => verbs.map((verb) => `${verb} ${group}/${name}`))),
      ),
  );
}
