import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Circuit } from '../sending/circuit.js';

/** Stores all circuits that are not closed, so that the service sends nothing to a failing endpoint after a restart. */
@Injectable()
export class CircuitStore {
  constructor(private readonly database: DataSource) {}

  /** Returns the stored circuits, keyed by installation id. */
  async load(): Promise<ReadonlyMap<string, Circuit>> {
    const rows = await this.database.query<{ installation_id: string; circuit: Circuit }[]>(
      'select installation_id, circuit from endpoint_circuits',
    );
    return new Map(rows.map((row) => [row.installation_id, row.circuit]));
  }

  /** Stores the changed circuits. Null stands for a closed circuit without failures; its row is deleted. */
  async save(circuits: ReadonlyMap<string, Circuit | null>, now: Date): Promise<void> {
    const stored = [...circuits].filter(([, circuit]) => circuit !== null);
    const closed = [...circuits].filter(([, circuit]) => circuit === null).map(([id]) => id);
    await this.database.query(
      `with closed as (delete from endpoint_circuits where installation_id = any($1))
       insert into endpoint_circuits (installation_id, circuit, updated_at)
       select id, circuit::jsonb, $4 from unnest($2::text[], $3::text[]) as c(id, circuit)
       on conflict (installation_id) do update set circuit = excluded.circuit, updated_at = excluded.updated_at`,
      [closed, stored.map(([id]) => id), stored.map(([, circuit]) => JSON.stringify(circuit)), now],
    );
  }
}
