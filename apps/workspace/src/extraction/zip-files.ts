/** Reads files of a ZIP archive as streams, within limits, so that a small archive cannot fill the memory. */
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';

const FILES_MAX = 5_000;
/** All inflated bytes of an archive. */
const INFLATED_MAX_BYTES = 64 * 1024 * 1024;

/** The archive has more files or bytes than any document needs. */
class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge';
}

export class ZipFiles {
  private inflatedBytes = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(content: Buffer): Promise<ZipFiles> {
    const zip = await fromBufferPromise(content, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= FILES_MAX) throw new ArchiveTooLarge('the archive has too many files');
      entries.set(entry.fileName, entry);
    }
    return new ZipFiles(zip, entries);
  }

  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  /** Yields the inflated pieces of a file; nothing when the archive does not have the file. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      this.inflatedBytes += piece.length;
      if (this.inflatedBytes > INFLATED_MAX_BYTES) {
        stream.destroy();
        throw new ArchiveTooLarge('the archive inflates to too many bytes');
      }
      yield piece;
    }
  }
}
