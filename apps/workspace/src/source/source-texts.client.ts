/** Reads the text of a source for people who decide about it, and for the record that it becomes. */
import { log } from '@kushk/runtime';
import type { SourceText, SourceTextResource } from '@kushk/contracts';
import { StoreBusy } from '@kushk/event-store';
import { LRUCache } from 'lru-cache';
import type { ContentStore } from '../content/content-store.js';
import { EXTRACTION_LIMIT_MS, type TextExtractor } from '../extraction/text-extractor.client.js';
import { MESSAGE_MAX_CODE_POINTS } from '../session/session.js';
import type { LargeContents } from './large-contents.js';
import { recordText } from './record-text.js';
import type { SourceRow } from './source.view.js';

/** The longest text of a document. */
const DOCUMENT_MAX_CODE_POINTS = 200_000;
/** Enough to decide; the record has the whole text. */
const PREVIEW_MAX_CODE_POINTS = 20_000;
/** Extraction can take seconds, and several people open the same source. */
const CACHED_CHARACTERS = 8_000_000;
/** The rest of the request's time is for the command and the reply. */
const COMMIT_MARGIN_MS = 2_000;

interface TextOfSource {
  readonly text: string;
  readonly status: SourceText;
}

export class SourceTexts {
  private readonly previews = new LRUCache<string, SourceTextResource>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  constructor(
    private readonly contents: ContentStore,
    private readonly extractor: TextExtractor,
    private readonly largeContents: LargeContents,
  ) {}

  /**
   * Never fails because of the content: what cannot be read has the status `failed` and no text. Throws `StoreBusy`
   * when other contents have taken so long that this one could not be read in time.
   */
  async read(row: SourceRow, deadline: Date): Promise<TextOfSource> {
    const { organisation_id: organisationId, digest, content_type: contentType, kind } = row;
    const maxCodePoints = kind === 'message' ? MESSAGE_MAX_CODE_POINTS : DOCUMENT_MAX_CODE_POINTS;
    return await this.largeContents.run(async () => {
      // Before the content is read, so that requests that nobody waits for any more do not delay the others.
      assertTimeLeft(deadline);
      const content = await this.contents.read({ organisationId, digest });
      if (content === null) return { text: '', status: 'failed' };
      assertTimeLeft(deadline);
      const extracted = await this.extractor.extract(contentType, content);
      if (extracted.status !== 'extracted') {
        if (extracted.status === 'failed')
          log.warn({ source_id: row.stream_id, reason: extracted.reason }, 'text extraction failed');
        return { text: '', status: extracted.status };
      }
      return recordText(extracted.text, maxCodePoints);
    });
  }

  /** Returns the beginning of the text. The content of a source never changes, so its preview is cached. */
  async preview(row: SourceRow, deadline: Date): Promise<SourceTextResource> {
    const cached = this.previews.get(row.stream_id);
    if (cached !== undefined) return cached;
    const { text, status } = await this.read(row, deadline);
    const beginning = recordText(text, PREVIEW_MAX_CODE_POINTS);
    const isCut = status === 'extracted' && beginning.status === 'cut';
    const preview = { text: beginning.text, status: isCut ? 'cut' : status };
    this.previews.set(row.stream_id, preview);
    return preview;
  }
}

function assertTimeLeft(deadline: Date): void {
  if (deadline.getTime() - Date.now() < EXTRACTION_LIMIT_MS + COMMIT_MARGIN_MS)
    throw new StoreBusy('other texts are extracted');
}
