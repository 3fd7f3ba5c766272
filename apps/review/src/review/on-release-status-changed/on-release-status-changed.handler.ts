import type { FactContext } from '@kushk/broker';
import { catalogueFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { catalogueReaction, Desk } from '../desk.handler.js';
import { noteStanding } from './note-standing.js';

@Controller()
export class OnReleaseStatusChangedHandler {
  constructor(private readonly desk: Desk) {}

  @EventPattern<string>(catalogueFacts.releaseStatusChanged.subject, { reaction: catalogueReaction })
  async react(data: DataOf<typeof catalogueFacts.releaseStatusChanged>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version, status: standing, sequence } = data;
    await this.desk.takeIn(
      { name: 'NoteStanding', pluginId, version, decide: (review) => noteStanding({ standing, sequence }, review) },
      context,
    );
  }
}
