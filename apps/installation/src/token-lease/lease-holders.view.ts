/**
 * The gateway processes that may hold leases, in a table, so that every process of this service revokes leases that
 * another one granted. The table is no view of the log. It is logged: a holder that a crash of the database forgets
 * would keep its leases when they are revoked.
 */
import type { LeaseHolder, LeaseHolders } from '@kushk/broker';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Locks the row also when it is active, and so waits for a concurrent `retire`. */
const ACTIVATE = `insert into lease_holders (id, generation) values ($1, nextval('lease_holder_generations'))
  on conflict (id) do update set generation = nextval('lease_holder_generations'), is_retired = false
  where lease_holders.is_retired`;

@Injectable()
export class StoredLeaseHolders implements LeaseHolders {
  constructor(private readonly database: DataSource) {}

  async activate(id: string): Promise<void> {
    await this.database.query(ACTIVATE, [id]);
  }

  async list(): Promise<readonly LeaseHolder[]> {
    return await this.database.query<LeaseHolder[]>(
      'select id, generation::text, is_retired as "isRetired" from lease_holders',
    );
  }

  async retire({ id, generation }: LeaseHolder): Promise<void> {
    await this.database.query('update lease_holders set is_retired = true where id = $1 and generation = $2', [
      id,
      generation,
    ]);
  }

  async remove({ id, generation }: LeaseHolder): Promise<void> {
    await this.database.query('delete from lease_holders where id = $1 and generation = $2 and is_retired', [
      id,
      generation,
    ]);
  }

  async leave(id: string): Promise<void> {
    await this.database.query('delete from lease_holders where id = $1', [id]);
  }
}
