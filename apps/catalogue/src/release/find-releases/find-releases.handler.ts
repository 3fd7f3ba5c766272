import { respond } from '@kushk/broker';
import { catalogue, isStorableText, keyAfterCursor, pageOf, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FoundReleases } from './found-releases.view.js';

@Controller()
export class FindReleasesHandler {
  constructor(private readonly releases: FoundReleases) {}

  @MessagePattern(catalogue.findReleases.subject)
  async handle({
    limit,
    cursor,
    ...filter
  }: RequestOf<typeof catalogue.findReleases>): Promise<Outcome<ReplyOf<typeof catalogue.findReleases>>> {
    const after = keyAfterCursor(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return refuse('cursor.invalid');
    const found = await this.releases.page(filter, { after, limit });
    return respond(pageOf(found, { keyOf: ({ key }) => key, itemOf: ({ release }) => release }));
  }
}
