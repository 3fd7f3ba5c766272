import { respond, type RequestContext } from '@kushk/broker';
import { workspaceSources, type RequestOf, type SourceTextResource } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { LRUCache } from 'lru-cache';
import { recordText } from '../record-text.js';
import { SourceTexts } from '../source-texts.client.js';
import { Sources } from '../source.view.js';

/** Enough to decide; the record has the whole text. */
const PREVIEW_MAX_CODE_POINTS = 20_000;
/** Extraction can take seconds, and several people open the same source. */
const CACHED_CHARACTERS = 8_000_000;

@Controller()
export class ReadTextHandler {
  private readonly cache = new LRUCache<string, SourceTextResource>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  constructor(
    private readonly sources: Sources,
    private readonly texts: SourceTexts,
  ) {}

  @MessagePattern(workspaceSources.readText.subject)
  async handle(
    { organisation_id, person_id, source_id }: RequestOf<typeof workspaceSources.readText>,
    { deadline }: RequestContext,
  ): Promise<Outcome<SourceTextResource>> {
    const row = await this.sources.find(organisation_id, person_id, source_id);
    if (row === null) return refuse('source.not_found');
    // The content of a source never changes.
    const cached = this.cache.get(source_id);
    if (cached !== undefined) return respond(cached);
    const { text, status } = await this.texts.read(row, deadline);
    const preview = recordText(text, PREVIEW_MAX_CODE_POINTS);
    const isCut = status === 'extracted' && preview.status === 'cut';
    const reply = { text: preview.text, status: isCut ? 'cut' : status };
    this.cache.set(source_id, reply);
    return respond(reply);
  }
}
