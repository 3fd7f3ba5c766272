/** Which part of `KUSHK_CONTAINER_SUBNET` each installation has as its own network. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Takes the lowest free slot. Two processes that choose the same one collide on the key, and one tries again. */
const TAKE = `
insert into container_networks (slot, installation_id)
select free.slot, $1 from (
  select 0 as slot where not exists (select from container_networks where slot = 0)
  union all
  select n.slot + 1 from container_networks n
  where not exists (select from container_networks o where o.slot = n.slot + 1)
  order by slot limit 1) as free
where free.slot < $2
on conflict do nothing returning slot`;
/** More than as many as take a slot at the same time. */
const ATTEMPTS = 20;

@Injectable()
export class NetworkSlots {
  constructor(private readonly database: DataSource) {}

  /** Returns the slot of an installation, which it keeps until `free`. Rejects when all `count` slots are taken. */
  async take(installationId: string, count: number): Promise<number> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [known] = await this.rows('select slot from container_networks where installation_id = $1', [
        installationId,
      ]);
      if (known !== undefined) return known.slot;
      const [taken] = await this.rows(TAKE, [installationId, count]);
      if (taken !== undefined) return taken.slot;
    }
    throw new Error(
      'KUSHK_CONTAINER_SUBNET has no free network (on a cluster: KUSHK_KUBERNETES_EGRESS_PORTS no free ports)',
    );
  }

  async free(installationId: string): Promise<void> {
    await this.database.query('delete from container_networks where installation_id = $1', [installationId]);
  }

  private rows(statement: string, values: readonly unknown[]): Promise<readonly { readonly slot: number }[]> {
    return this.database.query(statement, [...values]);
  }
}
