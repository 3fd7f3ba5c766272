import { describe, expect, it } from '@jest/globals';
import { StoreBusy } from '@kushk/event-store';
import { TextExtractor } from '../extraction/text-extractor.client.js';
import { LargeContents } from './large-contents.js';
import { SourceTexts } from './source-texts.client.js';
import type { SourceRow } from './source.view.js';

const row = { organisation_id: 'org_1', digest: 'd', content_type: 'text/plain', kind: 'document' } as SourceRow;

describe('SourceTexts', () => {
  it('reads no content for a request whose time is over', async () => {
    let reads = 0;
    const contents = { read: () => Promise.resolve(Buffer.from(`متن ${(reads += 1)}`)) };
    const texts = new SourceTexts(contents as never, new TextExtractor({ mode: 'off' }), new LargeContents(1));
    await expect(texts.read(row, new Date(Date.now() + 1_000))).rejects.toThrow(StoreBusy);
    expect(reads).toBe(0);
    expect(await texts.read(row, new Date(Date.now() + 60_000))).toEqual({ text: 'متن 1', status: 'extracted' });
  });
});
