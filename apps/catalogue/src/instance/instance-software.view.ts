/** The version of the software of each instance. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { instanceSoftwareStream } from './instance-software.js';

@Entity('instance_software')
export class InstanceSoftwareRow {
  /** The id of the instance. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') software_version: string;
}

export const instanceSoftwareView = stateView({
  entity: InstanceSoftwareRow,
  of: instanceSoftwareStream,
  row: ({ version }) => (version === null ? null : { software_version: version }),
});

@Injectable()
export class InstancesSoftware {
  constructor(@InjectRepository(InstanceSoftwareRow) private readonly rows: Repository<InstanceSoftwareRow>) {}

  /** Returns the version of each of these instances that has reported one, by the id of the instance. */
  async of(instanceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.rows.findBy({ stream_id: Any([...instanceIds]) });
    return new Map(rows.map(({ stream_id, software_version }) => [stream_id, software_version]));
  }
}
