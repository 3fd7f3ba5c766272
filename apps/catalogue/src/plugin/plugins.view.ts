/** Whose plugin it is, and what the fleet is offered of it. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { newestPublished, pluginStream } from './plugin.js';

@Entity('plugins')
export class PluginRow {
  /** The plugin's id. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text', { nullable: true }) latest_published: string | null;
}

export const pluginsView = stateView({
  entity: PluginRow,
  of: pluginStream,
  row: (plugin) => (plugin.status === 'absent' ? null : { publisher_id: plugin.publisherId, latest_published: newestPublished(plugin) }),
});

@Injectable()
export class Plugins {
  constructor(@InjectRepository(PluginRow) private readonly plugins: Repository<PluginRow>) {}

  /** By id. */
  ofPublisher(publisherId: string): Promise<PluginRow[]> {
    return this.plugins.find({ where: { publisher_id: publisherId }, order: { stream_id: 'ASC' } });
  }
}
