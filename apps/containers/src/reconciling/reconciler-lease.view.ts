/** Lets one process reconcile at a time, so that two do not create and delete the same container in turns. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const HOLD = `
insert into reconciler_lease as lease (id, holder, held_until)
values (1, $1, now() + $2 * interval '1 millisecond')
on conflict (id) do update set holder = excluded.holder, held_until = excluded.held_until
where lease.holder = excluded.holder or lease.held_until < now()
returning holder`;

@Injectable()
export class ReconcilerLease {
  constructor(private readonly database: DataSource) {}

  /** Takes or extends the lease. Returns false while another process has it. */
  async hold(holder: string, forMs: number): Promise<boolean> {
    const rows: readonly unknown[] = await this.database.query(HOLD, [holder, forMs]);
    return rows.length > 0;
  }

  async release(holder: string): Promise<void> {
    await this.database.query('delete from reconciler_lease where holder = $1', [holder]);
  }
}
