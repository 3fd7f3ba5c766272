/** Updates to versions that run elsewhere whose time is over. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CURRENT_INSTALLED_CALL } from '../../delivery/cancelled-calls.view.js';

export interface DueMove {
  readonly installation_id: string;
  readonly version: string;
  /** As `VersionFailure` has it. */
  readonly reason: string;
}

const MOVES_PER_READ = 100;

// No attempt starts after the end of the move, and one that is in flight may still be accepted.
const DUE = `
select e.stream_id as installation_id, e.move_version as version,
  coalesce((
    select case when a.status is null then a.error else 'HTTP ' || a.status end from delivery_attempts a
    where a.delivery_id = (${CURRENT_INSTALLED_CALL}) and e.move is not null
    order by a.attempt desc limit 1
  ), 'not_called') as reason
from endpoints e
where e.move_ends_at <= $1 and not exists (
  select from delivery_queue q where q.installation_id = e.stream_id and q.channel = 'lifecycle' and q.leased_until > $1)
order by e.move_ends_at limit $2`;

@Injectable()
export class DueMoves {
  constructor(private readonly database: DataSource) {}

  due(at: Date): Promise<readonly DueMove[]> {
    return this.database.query<DueMove[]>(DUE, [at, MOVES_PER_READ]);
  }
}
