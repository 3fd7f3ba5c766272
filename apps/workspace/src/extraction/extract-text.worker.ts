/**
 * A process that extracts the text of one file: `node extract-text.worker.js MEDIA_TYPE < file > output`. The output is
 * a line break, written when the program has started, and the text. Files of plugins may be hostile, so they are read
 * only here, confined and within limits that `text-extractor.client.ts` sets. It fails with exit code 1.
 */
import { buffer } from 'node:stream/consumers';
import { htmlEncoding } from './character-encoding.js';
import { docxText } from './docx-text.js';
import { htmlText } from './html-text.js';
import { mailText } from './mail-text.js';
import { pdfText } from './pdf-text.js';
import { TextSink } from './text-sink.js';
import { xlsxText } from './xlsx-text.js';

/** More than the longest text of a record, so that the service sees that the text was cut. */
const TEXT_MAX_LENGTH = 450_000;

const readers: Readonly<Record<string, (content: Buffer, sink: TextSink) => Promise<void> | void>> = {
  'application/pdf': pdfText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docxText,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': xlsxText,
  'message/rfc822': mailText,
  'text/html': (content, sink) => htmlText(new TextDecoder(htmlEncoding(content)).decode(content), sink),
};

/** A parent that has crashed may leave this process waiting for its input. */
const LIFETIME_MS = 60_000;
setTimeout(() => process.exit(1), LIFETIME_MS).unref();

process.stdout.write('\n');
const read = readers[process.argv[2] ?? ''];
if (read === undefined) throw new RangeError('no reader for this media type');
const sink = new TextSink(TEXT_MAX_LENGTH);
await read(await buffer(process.stdin), sink);
process.stdout.write(sink.text(), () => process.exit(0));
