/** What the reconciler reads and records of an installation. Pure types. */
import type { ContainerStatus } from '../container/container-status.js';

export interface DesiredContainer {
  readonly installationId: string;
  readonly label: string;
  readonly version: string;
  readonly image: string;
  readonly port: number;
  /** The destinations (`host:port`) that it may reach. */
  readonly egress: readonly string[];
  /** How often an admin restarted it. */
  readonly restarts: number;
  readonly wanted: 'running' | 'stopped' | 'absent';
  /** The version and the address that are published for the installation; null when they must be published. */
  readonly announced: { readonly version: string; readonly address: string } | null;
  readonly giveUpAtMs: number | null;
  readonly deleteAfterMs: number | null;
}

/** Where the reconciler reads what should run and records what happened. */
export interface ContainerRecords {
  desired(): AsyncIterable<readonly DesiredContainer[]>;
  find(installationId: string): Promise<DesiredContainer | null>;
  recordListening(installationId: string, at: { readonly version: string; readonly address: string }): Promise<void>;
  recordGivenUp(installationId: string, failed: { readonly version: string; readonly reason: string }): Promise<void>;
  recordDeletion(installationId: string): Promise<void>;
  recordStatus(installationId: string, status: ContainerStatus): Promise<void>;
  networkSlot(installationId: string): Promise<number>;
}
