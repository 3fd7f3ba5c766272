/** What the API checks of an object before it stores it: its schema, its names, and what may not change. */
import { isDeepStrictEqual } from 'node:util';
import { schemaProblemOf, type IDeployment } from '../../../../tools/check/kubernetes/schemas.js';
import type { StoredObject } from './simulated-cluster.js';

const DNS_LABEL = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const LABEL_KEY = /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;

/** Why the API refuses an object; null when it accepts it. */
export function refusalOf(object: StoredObject, previous: StoredObject | null): string | null {
  const { kind, metadata } = object;
  const problem = schemaProblemOf(object);
  if (problem !== null) return problem;
  if (!DNS_LABEL.test(metadata.name)) return `metadata.name: ${metadata.name} is not a DNS label`;
  for (const [key, value] of Object.entries(metadata.labels ?? {}))
    if (!LABEL_KEY.test(key) || !LABEL_VALUE.test(value)) return `metadata.labels: ${key}=${value} is not a label`;
  if (kind === 'Deployment') return refusalOfDeployment(object, previous);
  if (kind === 'PersistentVolumeClaim' && previous !== null && !isDeepStrictEqual(previous['spec'], object['spec']))
    return 'spec: is immutable after creation';
  return null;
}

function refusalOfDeployment(object: StoredObject, previous: StoredObject | null): string | null {
  const { spec } = object as unknown as IDeployment;
  const labels = spec?.template.metadata?.labels ?? {};
  const selected = Object.entries(spec?.selector.matchLabels ?? {});
  if (selected.length === 0 || selected.some(([key, value]) => labels[key] !== value))
    return 'spec.template.metadata.labels: selector does not match template labels';
  const before = (previous as unknown as IDeployment | null)?.spec?.selector;
  return before !== undefined && !isDeepStrictEqual(before, spec?.selector)
    ? 'spec.selector: field is immutable'
    : null;
}
