/** Real files are accepted and have the text that a well-known tool reads from them (test/corpus/README.md). */
import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { SourceContentType } from '@kushk/contracts';
import { contentMismatch } from '../source/content-check.js';
import { htmlEncoding } from './character-encoding.js';
import { docxText } from './docx-text.js';
import { htmlText } from './html-text.js';
import { mailText } from './mail-text.js';
import { pdfText } from './pdf-text.js';
import { TextSink } from './text-sink.js';
import { xlsxText } from './xlsx-text.js';

interface Expected {
  readonly file: string;
  readonly tool: string;
  readonly letters: number;
  readonly words: string;
  readonly differs?: string;
}
type Format = readonly [SourceContentType, (content: Buffer, sink: TextSink) => Promise<void> | void];

const CORPUS = fileURLToPath(new URL('../../test/corpus/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TEXT_MAX_LENGTH = 450_000;
const formats: Readonly<Record<string, Format>> = {
  '.docx': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', docxText],
  '.eml': ['message/rfc822', mailText],
  '.html': ['text/html', (content, sink) => htmlText(new TextDecoder(htmlEncoding(content)).decode(content), sink)],
  '.md': ['text/markdown', (content, sink) => sink.append(content.toString('utf8'))],
  '.pdf': ['application/pdf', pdfText],
  '.xlsx': ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', xlsxText],
};
const expected = readFileSync(join(CORPUS, 'expected.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Expected);

async function textOf(path: string): Promise<string> {
  const content = readFileSync(path);
  const [type, read] = formats[extname(path)]!;
  expect(await contentMismatch(type, content)).toBeNull();
  const sink = new TextSink(TEXT_MAX_LENGTH);
  await read(content, sink);
  return sink.text();
}

/** Tools set spaces and punctuation differently. */
function letters(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

describe('real files', () => {
  it('are at least 300', () => {
    expect(expected.length).toBeGreaterThanOrEqual(300);
  });

  it.each(expected.filter(({ differs }) => differs === undefined))(
    '$file has the text that $tool reads',
    async ({ file, words, letters: length }) => {
      const text = letters(await textOf(join(CORPUS, file)));
      expect(words.split(' ').filter((word) => !text.includes(word))).toEqual([]);
      // The text of a mail has its headers, too.
      const max = extname(file) === '.eml' ? Infinity : length * 1.1 + 5;
      expect(text.length).toBeGreaterThanOrEqual(length * 0.9 - 5);
      expect(text.length).toBeLessThanOrEqual(max);
    },
  );

  it.each(expected.filter(({ differs }) => differs !== undefined && differs !== 'password'))(
    '$file has a text, different from that of $tool: $differs',
    async ({ file }) => {
      expect((await textOf(join(CORPUS, file))).trim()).not.toBe('');
    },
  );

  it('of installed packages are texts', async () => {
    const patterns = ['*/*.md', '@*/*/*.md', '@mixmark-io/domino/test/**/*.html', '@fastify/*/test/**/*.html'];
    const files = globSync(
      patterns.map((pattern) => join('node_modules', pattern)),
      { cwd: ROOT },
    );
    expect(files.length).toBeGreaterThan(500);
    for (const file of files) expect([file, typeof (await textOf(join(ROOT, file)))]).toEqual([file, 'string']);
  });
});
