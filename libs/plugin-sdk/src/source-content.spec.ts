import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceBody, SourceTooLarge, type SourceContent } from './source-content.js';
import { MAX_SOURCE_BYTES } from './wire.generated.js';

const draft = (content: SourceContent) =>
  sourceBody({ external_id: 's', kind: 'document', title: 't', content_type: 'application/pdf', content });

describe('the body of a source', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'source-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('contains a text as it is', async () => {
    expect(await draft('متن')).toMatchObject({ content: 'متن', content_encoding: 'utf-8' });
  });

  it('contains bytes and files in base64', async () => {
    const bytes = Buffer.from([0, 255, 37, 80]);
    const file = join(folder, 'a.pdf');
    writeFileSync(file, bytes);
    for (const content of [bytes, new Uint8Array(bytes).subarray(0), { file }])
      expect(await draft(content)).toMatchObject({ content: 'AP8lUA==', content_encoding: 'base64' });
  });

  it('encodes only the bytes of a view', async () => {
    expect(await draft(Buffer.from('xxabxx').subarray(2, 4))).toMatchObject({ content: 'YWI=' });
  });

  it('has at most 5 MiB, counted in decoded bytes', async () => {
    const file = join(folder, 'long.pdf');
    writeFileSync(file, Buffer.alloc(MAX_SOURCE_BYTES));
    for (const content of ['a'.repeat(MAX_SOURCE_BYTES), Buffer.alloc(MAX_SOURCE_BYTES), { file }])
      await expect(draft(content)).resolves.toMatchObject({ external_id: 's' });
    writeFileSync(file, Buffer.alloc(MAX_SOURCE_BYTES + 1));
    for (const content of ['ی'.repeat(MAX_SOURCE_BYTES / 2 + 1), Buffer.alloc(MAX_SOURCE_BYTES + 1), { file }])
      await expect(draft(content)).rejects.toThrow(SourceTooLarge);
  });

  it('states now as the time of the content, or the given one', async () => {
    const before = Date.now();
    expect(Date.parse((await draft('x')).occurred_at)).toBeGreaterThanOrEqual(before);
    const given = { external_id: 's', kind: 'message', title: 't', content_type: 'text/plain', content: 'x' } as const;
    const at = new Date('2026-11-01T10:00:00Z');
    expect((await sourceBody({ ...given, occurred_at: at })).occurred_at).toBe('2026-11-01T10:00:00.000Z');
  });
});
