import type { FactContext } from '@kushk/broker';
import { walletFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { NotePartReadyHandler } from '../note-part-ready.handler.js';

const reaction = 'on-wallet-opened';

@Controller()
export class OnWalletOpenedHandler {
  constructor(private readonly parts: NotePartReadyHandler) {}

  @EventPattern<string>(walletFacts.walletOpened.subject, { reaction })
  async react(data: DataOf<typeof walletFacts.walletOpened>, context: FactContext): Promise<void> {
    await this.parts.note(data.installation_id, 'wallet', reaction, context);
  }
}
