import type { ContainerLimits } from '@kushk/runtime';

interface Parts {
  readonly image: string;
  readonly port: number;
  readonly egress: readonly string[];
  /** How often an admin restarted it. */
  readonly restarts: number;
  readonly serviceOrigin: string;
  readonly limits: ContainerLimits;
  readonly runtime: string;
}

/** Increase it when containers are created in another way, so that the existing ones are replaced. */
const CREATED_AS = 2;

/** Identifies everything that requires another container when it changes. The version alone does not. Pure. */
export function fingerprintOf({ image, port, egress, restarts, serviceOrigin, limits, runtime }: Parts): string {
  const { memory_mib, cpus, processes, tmp_mib } = limits;
  const resources = [memory_mib, cpus, processes, tmp_mib].join('/');
  return [CREATED_AS, restarts, image, port, egress.toSorted().join(','), serviceOrigin, runtime, resources].join(' ');
}
