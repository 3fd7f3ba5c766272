import { respond } from '@kushk/broker';
import { workspaceSources, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ContentStore, SEGMENT_BYTES } from '../../content/content-store.js';
import { Sources } from '../source.view.js';

type Reply = ReplyOf<typeof workspaceSources.readContent>;

@Controller()
export class ReadContentHandler {
  constructor(
    private readonly sources: Sources,
    private readonly contents: ContentStore,
  ) {}

  @MessagePattern(workspaceSources.readContent.subject)
  async handle({
    organisation_id: organisationId,
    person_id,
    source_id,
    offset,
  }: RequestOf<typeof workspaceSources.readContent>): Promise<Outcome<Reply>> {
    const row = await this.sources.find(organisationId, person_id, source_id);
    if (row === null) return refuse('source.not_found');
    if (offset % SEGMENT_BYTES !== 0 || offset < 0 || offset >= Math.max(row.size, 1))
      throw new RangeError('content is read in whole segments');
    const data = await this.contents.readSegment({ organisationId, digest: row.digest }, offset);
    if (data === null) return refuse('source.content_deleted');
    const next = offset + SEGMENT_BYTES;
    return respond({ data: data.toString('base64'), next_offset: next < row.size ? next : null });
  }
}
