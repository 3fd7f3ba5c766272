import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { SettingsReader } from '../settings-reader.js';

@Controller()
export class GetManySettingsHandler {
  constructor(private readonly settings: SettingsReader) {}

  @MessagePattern(installation.getManySettings.subject)
  async handle({
    lookups,
  }: RequestOf<typeof installation.getManySettings>): Promise<Outcome<ReplyOf<typeof installation.getManySettings>>> {
    return respond({ results: await this.settings.many(lookups) });
  }
}
