/** Who belongs to an organisation now, for those who decide about its records. */
import type { PersonResource } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { PersonRow } from './organisation.view.js';

@Injectable()
export class Members {
  constructor(@InjectRepository(PersonRow) private readonly people: Repository<PersonRow>) {}

  async find(organisationId: string, personId: string): Promise<PersonResource | null> {
    const person = await this.people.findOneBy({ organisation_id: organisationId, stream_id: personId });
    return person === null ? null : personToWire(person);
  }

  /** Those of these ids who belong to the organisation. */
  async known(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.people.find({ where: { organisation_id: organisationId, stream_id: In([...ids]) }, select: { stream_id: true } });
    return new Set(rows.map((row) => row.stream_id));
  }
}

export function personToWire({ stream_id, name, role }: PersonRow): PersonResource {
  return { id: stream_id, name, role };
}
