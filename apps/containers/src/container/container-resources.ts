import type { ContainerResource } from '@kushk/contracts';
import { CONFIG, log, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { ENGINE, type ContainerEngine } from '../engine/container-engine.js';
import { ContainerStatuses } from './container-statuses.view.js';
import { Containers } from './container.view.js';
import { DeniedAttempts } from './denied-attempts.view.js';

const MIB = 1024 * 1024;

/** Reads what an admin sees of a container. */
@Injectable()
export class ContainerResources {
  constructor(
    private readonly rows: Containers,
    private readonly statuses: ContainerStatuses,
    private readonly denied: DeniedAttempts,
    @Inject(ENGINE) private readonly engine: ContainerEngine,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null for an installation of another organisation, and for one without a container. */
  async find(organisationId: string, installationId: string): Promise<ContainerResource | null> {
    const row = await this.rows.find(installationId);
    if (row?.organisation_id !== organisationId) return null;
    const status = await this.statuses.find(installationId);
    return {
      installation_id: installationId,
      state: status?.state ?? 'waiting',
      reason: status?.reason ?? null,
      since: (status?.since ?? new Date()).toISOString(),
      version: row.spec.version,
      image: row.spec.image,
      failed_version: row.failed_version,
      restarts: status?.restarts ?? 0,
      memory_bytes: status?.state === 'running' ? await this.memoryOf(installationId) : null,
      memory_limit_bytes: this.config.containers.limits.memory_mib * MIB,
      egress: { allowed: row.spec.egress, denied: await this.denied.newest(installationId) },
    };
  }

  private async memoryOf(installationId: string): Promise<number | null> {
    try {
      return await this.engine.memoryBytes(installationId);
    } catch (err) {
      log.warn({ err, installation_id: installationId }, 'container memory not read');
      return null;
    }
  }
}
