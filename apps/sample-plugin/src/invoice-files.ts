/** The invoices that this plugin has: those of its own folder, and those that were handed in, with their case. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface InvoiceFile {
  readonly name: string;
  /** SHA-256 of the bytes, hex: what has been read once is not read (or charged) again. */
  readonly digest: string;
  readonly text: string;
  /** Given when it was handed in for a case. */
  readonly caseId: string | null;
}

export const MAX_INVOICE_BYTES = 5 * 1024 * 1024;

export class InvoiceFiles {
  constructor(
    /** `*.xml` of the publisher's own; only read. */
    private readonly folder: string,
    /** What was handed in, a folder per installation. */
    private readonly inbox: string,
  ) {}

  /** All files for an installation, by name. A file that is too large, or vanishes in between, is left out. */
  async of(installationId: string): Promise<readonly InvoiceFile[]> {
    const [own, handedIn] = await Promise.all([xmlIn(this.folder), xmlIn(join(this.inbox, installationId))]);
    const read = await Promise.all([
      ...own.map((name) => readIn(this.folder, name, () => Promise.resolve(null))),
      ...handedIn.map((name) => readIn(join(this.inbox, installationId), name, caseBeside)),
    ]);
    return read.filter((file) => file !== null);
  }

  /** Keeps a file that was handed in, durably enough to survive a restart. Gives its digest back. */
  async handIn(installationId: string, text: Buffer, caseId: string | null): Promise<string> {
    const digest = digestOf(text);
    const folder = join(this.inbox, installationId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${digest}.json`), JSON.stringify({ case_id: caseId }), { mode: 0o600 });
    // The XML last and in one step: whoever sees it sees all of it, and its case.
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

async function readIn(
  folder: string,
  name: string,
  caseOf: (path: string) => Promise<string | null>,
): Promise<InvoiceFile | null> {
  const path = join(folder, name);
  try {
    if ((await stat(path)).size > MAX_INVOICE_BYTES) return null;
    const bytes = await readFile(path);
    return { name, digest: digestOf(bytes), text: bytes.toString('utf8'), caseId: await caseOf(path) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function caseBeside(path: string): Promise<string | null> {
  const note = JSON.parse(await readFile(path.replace(/\.xml$/, '.json'), 'utf8')) as { case_id?: unknown };
  return typeof note.case_id === 'string' ? note.case_id : null;
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
