/** What should run, as the reconciler reads it. */
import { unreachable } from '@kushk/decider';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import type { DesiredContainer } from '../reconciling/desired-container.js';
import {
  containerStream,
  type ActiveContainer,
  type Container,
  type ContainerSpec,
  type FailedVersion,
} from './container.js';

@Entity('containers')
export class ContainerRow {
  /** The installation id. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  @Column('text') label: string;
  @Column('jsonb') spec: ContainerSpec;
  @Column('text') wanted: 'running' | 'stopped' | 'absent';
  /** Whether the address of this version is published. */
  @Column('boolean') is_announced: boolean;
  @Column('jsonb', { nullable: true }) listening: { readonly version: string; readonly address: string } | null;
  /** When a new version is given up; null while there is none to return from. */
  @Column('timestamptz', { nullable: true }) give_up_at: Date | null;
  @Column('timestamptz', { nullable: true }) delete_after: Date | null;
  @Column('jsonb', { nullable: true }) failed_version: FailedVersion | null;
  /** How often an admin restarted it. */
  @Column('integer') restarts: number;
}

export const containerView = stateView({ entity: ContainerRow, of: containerStream, row: rowOf });

/** The row of a container, without its key; null when nothing is left of it. */
export function rowOf(container: Container): Omit<ContainerRow, 'stream_id'> | null {
  switch (container.status) {
    case 'absent':
    case 'deleted':
      return null;
    case 'starting':
    case 'running':
    case 'updating':
      return {
        organisation_id: container.organisationId,
        plugin_id: container.pluginId,
        label: container.label,
        spec: container.spec,
        wanted: container.isAllowed ? 'running' : 'stopped',
        is_announced: isAnnounced(container),
        listening: container.status === 'starting' ? null : container.listening,
        give_up_at: container.status === 'updating' ? new Date(container.giveUpAt) : null,
        delete_after: null,
        failed_version: container.failedVersion,
        restarts: container.restarts,
      };
    case 'leaving':
      return {
        organisation_id: container.organisationId,
        plugin_id: container.pluginId,
        label: container.label,
        spec: container.spec,
        wanted: 'absent',
        is_announced: true,
        listening: null,
        give_up_at: null,
        delete_after: new Date(container.deleteAfter),
        failed_version: null,
        restarts: container.restarts,
      };
    default:
      return unreachable(container);
  }
}

function isAnnounced(container: ActiveContainer): boolean {
  switch (container.status) {
    case 'starting':
      return false;
    case 'running':
      return container.announcedVersion === container.version;
    case 'updating':
      return container.isReached;
    default:
      return unreachable(container);
  }
}

/** Where the container may be connected to; null while it starts, is replaced, or is stopped. */
export function addressOf({
  wanted,
  is_announced,
  listening,
}: Pick<ContainerRow, 'wanted' | 'is_announced' | 'listening'>): string | null {
  return wanted === 'running' && is_announced ? (listening?.address ?? null) : null;
}

/** What the reconciler needs of a row. */
export function desiredOf(row: ContainerRow): DesiredContainer {
  const { stream_id, label, spec, wanted, is_announced, listening, give_up_at, delete_after, restarts } = row;
  return {
    installationId: stream_id,
    label,
    version: spec.version,
    image: spec.image,
    port: spec.port,
    egress: spec.egress,
    restarts,
    wanted,
    announced: is_announced ? listening : null,
    giveUpAtMs: give_up_at?.getTime() ?? null,
    deleteAfterMs: delete_after?.getTime() ?? null,
  };
}

/** How many rows are read at a time: a row has at most a list of a hundred destinations. */
const ROWS_PER_READ = 500;

@Injectable()
export class Containers {
  constructor(@InjectRepository(ContainerRow) private readonly rows: Repository<ContainerRow>) {}

  find(installationId: string): Promise<ContainerRow | null> {
    return this.rows.findOneBy({ stream_id: installationId });
  }

  /** All installations that have or need a container, in the order of their ids. */
  async *pages(): AsyncGenerator<readonly ContainerRow[]> {
    for (let last = ''; ;) {
      const page: readonly ContainerRow[] = await this.rows
        .createQueryBuilder('container')
        .where('container.stream_id > :last', { last })
        .orderBy('container.stream_id')
        .limit(ROWS_PER_READ)
        .getMany();
      if (page.length > 0) yield page;
      if (page.length < ROWS_PER_READ) return;
      last = page.at(-1)?.stream_id ?? last;
    }
  }
}
