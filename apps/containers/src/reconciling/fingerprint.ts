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
  readonly firstUserId: number | null;
}

/** Increase it when containers are created in another way, so that the existing ones are replaced. */
const CREATED_AS = 3;

/** Identifies everything that requires another container when it changes. The version alone does not. Pure. */
export function fingerprintOf({ image, port, egress, restarts, serviceOrigin, ...engine }: Parts): string {
  const { runtime, firstUserId } = engine;
  const { memory_mib, cpus, processes, tmp_mib } = engine.limits;
  const resources = [memory_mib, cpus, processes, tmp_mib].join('/');
  const destinations = egress.toSorted().join(',');
  const parts = [CREATED_AS, restarts, image, port, destinations, serviceOrigin, runtime, resources, firstUserId];
  return parts.join(' ');
}
