import type { FactContext } from '@kushk/broker';
import { workspaceFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { NotePartReadyHandler } from '../note-part-ready.handler.js';

const reaction = 'on-installation-ready';

@Controller()
export class OnInstallationReadyHandler {
  constructor(private readonly parts: NotePartReadyHandler) {}

  @EventPattern<string>(workspaceFacts.installationReady.subject, { reaction })
  async react(data: DataOf<typeof workspaceFacts.installationReady>, context: FactContext): Promise<void> {
    await this.parts.note(data.installation_id, 'workspace', reaction, context);
  }
}
