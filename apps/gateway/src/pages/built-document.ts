/** An HTML document of a build, which another build may replace while the gateway runs. */
import { access, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { log } from '@kushk/runtime';

/** The addresses of the built files that a document loads. */
const ASSETS = /"(\/assets\/[^"?#]+)"/g;

interface Version<Made> {
  /** What changes when the file is written again. */
  readonly stamp: string;
  readonly made: Made;
}

/**
 * Keeps what was made of the newest complete build. A request costs one `stat`; the file is read again when that
 * differs. `make` throws for a document that cannot be used.
 */
export class BuiltDocument<Made> {
  private current: Version<Made> | null = null;
  private reading: Promise<void> | null = null;

  constructor(
    /** The path of the document, which is beside the folder `assets`. */
    private readonly file: string,
    private readonly make: (html: string) => Made,
  ) {}

  /** Returns null as long as there was no build. Throws when the first document that it reads cannot be used. */
  async newest(): Promise<Made | null> {
    const stamp = await stampOf(this.file);
    // A build removes the files first. The document before it is used until the new one is complete.
    if (stamp !== null && stamp !== this.current?.stamp) {
      this.reading ??= this.read(stamp).finally(() => (this.reading = null));
      await this.reading;
    }
    return this.current?.made ?? null;
  }

  private async read(stamp: string): Promise<void> {
    const html = await readFile(this.file, 'utf8').catch(() => null);
    if (html === null) return;
    if (this.current === null) {
      this.current = { stamp, made: this.make(html) };
      return;
    }
    if (!(await isComplete(html, dirname(this.file)))) return;
    try {
      this.current = { stamp, made: this.make(html) };
      log.info({ file: this.file }, 'built document read again');
    } catch (err) {
      this.current = { stamp, made: this.current.made };
      log.error({ file: this.file, err }, 'built document cannot be used, the one before it is kept');
    }
  }
}

/** Whether the document was written to its end and all files that it loads exist. */
async function isComplete(html: string, folder: string): Promise<boolean> {
  if (!html.trimEnd().endsWith('</html>')) return false;
  const files = [...html.matchAll(ASSETS)].map(([, address]) => access(join(folder, address!)));
  return (await Promise.allSettled(files)).every(({ status }) => status === 'fulfilled');
}

async function stampOf(file: string): Promise<string | null> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.ino} ${found.size} ${found.mtimeNs}`;
}
