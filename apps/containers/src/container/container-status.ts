import type { ContainerState } from '@kushk/contracts';

/** What the reconciler saw last of a container. */
export interface ContainerStatus {
  readonly state: ContainerState;
  readonly reason: string | null;
  /** How often it was started again after it had ended by itself. */
  readonly restarts: number;
}
