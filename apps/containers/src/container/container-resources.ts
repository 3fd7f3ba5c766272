import type { ContainerResource, DeniedAttempt } from '@kushk/contracts';
import type { ContainerSpec, FailedVersion } from './container.js';
import type { ContainerStatus } from './container-status.js';

interface Row {
  readonly organisation_id: string;
  readonly spec: ContainerSpec;
  readonly failed_version: FailedVersion | null;
}

interface Dependencies {
  readonly rows: { find(installationId: string): Promise<Row | null> };
  readonly statuses: { find(installationId: string): Promise<(ContainerStatus & { readonly since: Date }) | null> };
  readonly denied: { newest(installationId: string): Promise<readonly DeniedAttempt[]> };
  readonly engine: { memoryBytes(installationId: string): Promise<number | null> };
  readonly memoryLimitBytes: number;
  readonly now: () => Date;
  readonly onFailure: (failure: { readonly installationId: string; readonly err: unknown }) => void;
}

/** Reads what an admin sees of a container. */
export class ContainerResources {
  constructor(private readonly dependencies: Dependencies) {}

  /** Null for an installation of another organisation, and for one without a container. */
  async find(organisationId: string, installationId: string): Promise<ContainerResource | null> {
    const { rows, statuses, denied, memoryLimitBytes, now } = this.dependencies;
    const row = await rows.find(installationId);
    if (row?.organisation_id !== organisationId) return null;
    const status = await statuses.find(installationId);
    return {
      installation_id: installationId,
      state: status?.state ?? 'waiting',
      reason: status?.reason ?? null,
      since: (status?.since ?? now()).toISOString(),
      version: row.spec.version,
      image: row.spec.image,
      failed_version: row.failed_version,
      restarts: status?.restarts ?? 0,
      memory_bytes: status?.state === 'running' ? await this.memoryOf(installationId) : null,
      memory_limit_bytes: memoryLimitBytes,
      egress: { allowed: row.spec.egress, denied: await denied.newest(installationId) },
    };
  }

  private async memoryOf(installationId: string): Promise<number | null> {
    try {
      return await this.dependencies.engine.memoryBytes(installationId);
    } catch (err) {
      this.dependencies.onFailure({ installationId, err });
      return null;
    }
  }
}
