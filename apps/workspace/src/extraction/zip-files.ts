/** Reads files of a ZIP archive as streams, within limits, so that a small archive cannot fill the memory. */
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';

const FILES_MAX = 5_000;
/** All inflated bytes of an archive. */
const INFLATED_MAX_BYTES = 64 * 1024 * 1024;
/** The record at the end of an archive (APPNOTE.TXT, section 4.3.16), and the first one of the central directory. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const DIRECTORY_SIGNATURE = Buffer.from('PK\u0001\u0002');
const END_BYTES = 22;
/** A file may consist of such signatures, and this process has other things to do. */
const ENDS_MAX = 1_000;
/** Stands for an offset that only the ZIP64 record has. */
const OFFSET_IN_ZIP64 = 0xffff_ffff;

/** The archive has more files or bytes than any document needs. */
class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge';
}

/** Names are compared without regard to case, a leading slash and the kind of slash, as Office programs do. */
export class ZipFiles {
  private inflatedBytes = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly inflatedMaxBytes: number,
  ) {}

  static async open(content: Buffer, inflatedMaxBytes = INFLATED_MAX_BYTES): Promise<ZipFiles> {
    // Names are only compared and never become paths, so those that a file system should not get are harmless.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    const zip = await fromBufferPromise(withoutTrailingBytes(content), options);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= FILES_MAX) throw new ArchiveTooLarge('the archive has too many files');
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      entries.set(comparable(getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)), entry);
    }
    return new ZipFiles(zip, entries, inflatedMaxBytes);
  }

  /** All names in lower case. */
  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(comparable(name));
  }

  /** Yields the inflated pieces of a file; nothing when the archive does not have the file. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(comparable(name));
    if (entry === undefined) return;
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      this.inflatedBytes += piece.length;
      if (this.inflatedBytes > this.inflatedMaxBytes) {
        stream.destroy();
        throw new ArchiveTooLarge('the archive inflates to too many bytes');
      }
      yield piece;
    }
  }
}

function comparable(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** Transfers and mail gateways append bytes to files, which the library does not skip. */
function withoutTrailingBytes(content: Buffer): Buffer {
  let at = content.length;
  for (let tried = 0; tried < ENDS_MAX; tried += 1) {
    at = content.subarray(0, at).lastIndexOf(END_SIGNATURE);
    if (at < 0) break;
    const end = at + END_BYTES <= content.length ? at + END_BYTES + content.readUInt16LE(at + 20) : Infinity;
    if (end <= content.length && hasDirectory(content, content.readUInt32LE(at + 16))) return content.subarray(0, end);
  }
  return content;
}

function hasDirectory(content: Buffer, offset: number): boolean {
  return offset === OFFSET_IN_ZIP64 || content.subarray(offset, offset + 4).equals(DIRECTORY_SIGNATURE);
}
