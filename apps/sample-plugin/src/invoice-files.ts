/** The invoice files of the plugin: those in its own folder, and those that were submitted to the inbox with a case. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface InvoiceFile {
  readonly name: string;
  /** SHA-256 of the file's bytes in hex. A file with a known digest is not read or charged again. */
  readonly digest: string;
  readonly text: string;
  /** The id of the case for which the file was submitted, if any. */
  readonly caseId: string | null;
}

export const MAX_INVOICE_BYTES = 5 * 1024 * 1024;

export class InvoiceFiles {
  constructor(
    /** The folder with the publisher's `*.xml` files. The plugin never writes to it. */
    private readonly folder: string,
    /** The folder with the submitted files, with one subfolder per installation. */
    private readonly inbox: string,
  ) {}

  /**
   * Returns all files for an installation, ordered by name. Omits files that are too large or disappear during the
   * read.
   */
  async of(installationId: string): Promise<readonly InvoiceFile[]> {
    const [own, submitted] = await Promise.all([xmlIn(this.folder), xmlIn(join(this.inbox, installationId))]);
    const read = await Promise.all([
      ...own.map((name) => readInvoiceFile(this.folder, name, () => Promise.resolve(null))),
      ...submitted.map((name) => readInvoiceFile(join(this.inbox, installationId), name, readCaseId)),
    ]);
    return read.filter((file) => file !== null);
  }

  /** Stores a submitted file durably and returns its digest. */
  async add(installationId: string, text: Buffer, caseId: string | null): Promise<string> {
    const digest = digestOf(text);
    const folder = join(this.inbox, installationId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${digest}.json`), JSON.stringify({ case_id: caseId }), { mode: 0o600 });
    // The XML file is renamed into place last, so that a reader that finds it also finds its case and its complete
    // content.
    await writeFile(join(folder, `${digest}.part`), text, { mode: 0o600, flush: true });
    await rename(join(folder, `${digest}.part`), join(folder, `${digest}.xml`));
    return digest;
  }
}

async function xmlIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.xml')).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function readInvoiceFile(
  folder: string,
  name: string,
  caseIdOf: (path: string) => Promise<string | null>,
): Promise<InvoiceFile | null> {
  const path = join(folder, name);
  try {
    if ((await stat(path)).size > MAX_INVOICE_BYTES) return null;
    const bytes = await readFile(path);
    return { name, digest: digestOf(bytes), text: bytes.toString('utf8'), caseId: await caseIdOf(path) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The case id of a submitted file is stored in a JSON file with the same base name. */
async function readCaseId(path: string): Promise<string | null> {
  const submission = JSON.parse(await readFile(path.replace(/\.xml$/, '.json'), 'utf8')) as { case_id?: unknown };
  return typeof submission.case_id === 'string' ? submission.case_id : null;
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
