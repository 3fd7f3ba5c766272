/** What the reconciler saw last of each container. It is changed in place, and a rebuild leaves it alone. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ContainerStatus } from './container-status.js';

export type StoredStatus = ContainerStatus & { readonly since: Date };

/** `since` changes only with the state. */
const SAVE = `
insert into container_statuses as stored (installation_id, state, reason, since, restarts)
values ($1, $2, $3, $4, $5)
on conflict (installation_id) do update set state = excluded.state, reason = excluded.reason,
  restarts = excluded.restarts,
  since = case when stored.state = excluded.state then stored.since else excluded.since end
where (stored.state, stored.reason, stored.restarts) is distinct from
  (excluded.state, excluded.reason, excluded.restarts)`;

@Injectable()
export class ContainerStatuses {
  constructor(private readonly database: DataSource) {}

  async find(installationId: string): Promise<StoredStatus | null> {
    const [row]: readonly StoredStatus[] = await this.database.query(
      'select state, reason, since, restarts from container_statuses where installation_id = $1',
      [installationId],
    );
    return row ?? null;
  }

  async save(installationId: string, { state, reason, restarts }: ContainerStatus, at: Date): Promise<void> {
    await this.database.query(SAVE, [installationId, state, reason, at, restarts]);
  }

  async delete(installationId: string): Promise<void> {
    await this.database.query('delete from container_statuses where installation_id = $1', [installationId]);
  }
}
