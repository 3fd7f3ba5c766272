/** The requests that the Role of the Helm chart allows. */
import { containersValues } from '../../../../tools/check/kubernetes/chart-values.js';
import { renderChart } from '../../../../tools/check/kubernetes/helm.js';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const roles = (await renderChart(containersValues)).filter(({ kind }) => kind === 'Role');

/** Each request that the Role allows, as `verb group/resource`. */
export function allowedRequests(): ReadonlySet<string> {
  return new Set(
    roles
      .flatMap((role) => role['rules'] as readonly Rule[])
      .flatMap(({ apiGroups, resources, verbs }) =>
        apiGroups.flatMap((group) => resources.flatMap((name) => verbs.map((verb) => `${verb} ${group}/${name}`))),
      ),
  );
}
