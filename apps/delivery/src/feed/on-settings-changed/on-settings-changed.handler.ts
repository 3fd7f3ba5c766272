import type { FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../../endpoint/installation-reaction.js';
import { Announcer } from '../announce/announcer.handler.js';
import { orderKeys } from '../feed.js';

@Controller()
export class OnSettingsChangedHandler {
  constructor(private readonly announcer: Announcer) {}

  @EventPattern<string>(installationFacts.settingsChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.settingsChanged>, context: FactContext): Promise<void> {
    await this.announcer.announce(reaction, context, {
      installationId: data.installation_id,
      eventType: 'plugin.settings.changed',
      orderKey: orderKeys.installation,
      data: { settings_revision: data.settings_revision },
    });
  }
}
