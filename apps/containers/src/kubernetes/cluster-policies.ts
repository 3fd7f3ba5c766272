/** Whether the policies of a namespace close the containers of this instance. Pure. */
import type { V1LabelSelector, V1NetworkPolicy } from '../../../../tools/check/kubernetes/client.mjs';
import { configure } from 'safe-stable-stringify';

/** In one order, and without the fields of a typed object that are undefined. */
const textOf = configure({ deterministic: true });
/** Set by the cluster to a value that is not known before. */
const UNKNOWN_VALUE = 'pod-template-hash';

/** Whether a policy is as it was asked for: anything that was added to it opens more. */
export function isSamePolicy(found: V1NetworkPolicy | undefined, wanted: V1NetworkPolicy): boolean {
  return found !== undefined && textOf(found.spec) === textOf(wanted.spec);
}

/**
 * The name of a policy of somebody else that opens anything to a pod with these labels; null when there is none. What
 * policies open adds up, so a single one is enough.
 */
export function openedBy(
  policies: readonly V1NetworkPolicy[],
  own: readonly V1NetworkPolicy[],
  labels: Readonly<Record<string, string>>,
): string | null {
  const ownNames = new Set(own.map(({ metadata }) => metadata?.name));
  const opening = policies.find(
    ({ metadata, spec }) =>
      !ownNames.has(metadata?.name) &&
      (spec?.ingress?.length ?? 0) + (spec?.egress?.length ?? 0) > 0 &&
      canSelect(spec?.podSelector ?? {}, labels),
  );
  return opening?.metadata?.name ?? null;
}

function canSelect({ matchLabels, matchExpressions }: V1LabelSelector, labels: Readonly<Record<string, string>>) {
  const isWith = (key: string): boolean => key === UNKNOWN_VALUE || labels[key] !== undefined;
  const isOneOf = (key: string, values: readonly string[] = []): boolean =>
    key === UNKNOWN_VALUE || values.includes(labels[key] ?? '');
  return (
    Object.entries(matchLabels ?? {}).every(([key, value]) => isOneOf(key, [value])) &&
    (matchExpressions ?? []).every(({ key, operator, values }) => {
      switch (operator) {
        case 'In':
          return isWith(key) && isOneOf(key, values);
        case 'NotIn':
          return key === UNKNOWN_VALUE || labels[key] === undefined || !isOneOf(key, values);
        case 'DoesNotExist':
          return labels[key] === undefined && key !== UNKNOWN_VALUE;
        default:
          return isWith(key);
      }
    })
  );
}
