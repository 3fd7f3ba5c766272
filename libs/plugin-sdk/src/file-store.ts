/** A `PluginStore` in a folder: one encrypted file per installation, and one list of handled events. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seal, unseal, type SealingKey } from '@kushk/credentials';
import type { PluginStore, StoredInstallation } from './store.js';

export interface FileStoreOptions {
  /** The folder is created with mode 0700 when it does not exist. Only one process may use it at a time. */
  readonly folder: string;
  /**
   * The encryption key: 32 bytes in base64url (`openssl rand 32 | basenc --base64url`). Store it outside the folder.
   */
  readonly key: string;
  /** Earlier encryption keys. They decrypt existing files; every write uses `key`. */
  readonly previousKeys?: readonly string[];
}

/** The number of handled event ids that are stored per installation. The oldest are dropped. */
const MAX_EVENT_IDS = 10_000;
const ID = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * Opens a store. Throws a `RangeError` when a key is not 32 bytes long. Reading a file rejects with `SealBroken` when
 * no key decrypts it.
 */
export function fileStore(options: FileStoreOptions): PluginStore {
  const keys = [options.key, ...(options.previousKeys ?? [])].map(asSealingKey);
  return new FileStore(options.folder, keys);
}

class FileStore implements PluginStore {
  /** Fingerprints of handled event ids by installation, oldest first. */
  private readonly handled = new Map<string, Promise<Set<string>>>();
  private prepared: Promise<unknown> | null = null;

  constructor(
    private readonly folder: string,
    private readonly keys: readonly SealingKey[],
  ) {}

  async find(installationId: string): Promise<StoredInstallation | null> {
    const sealed = await this.read(installationId, 'sealed');
    return sealed === null ? null : unseal<StoredInstallation>(this.keys, sealed, contextOf(installationId));
  }

  async list(): Promise<readonly StoredInstallation[]> {
    await this.prepare();
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.sealed')).sort();
    const found = await Promise.all(names.map((name) => this.find(name.slice(0, -'.sealed'.length))));
    return found.filter((installation) => installation !== null);
  }

  async save(installation: StoredInstallation): Promise<void> {
    await this.write(
      installation.installation_id,
      'sealed',
      await seal(this.keys, installation, contextOf(installation.installation_id)),
    );
  }

  async remove(installationId: string): Promise<void> {
    // The removal is recorded before the file is deleted. A crash in between leaves unused credentials, but never
    // loses the removal.
    await this.write(installationId, 'removed', new Date().toISOString());
    for (const kind of ['sealed', 'events', 'cursor']) await rm(this.pathOf(installationId, kind), { force: true });
    this.handled.delete(installationId);
  }

  async wasRemoved(installationId: string): Promise<boolean> {
    return (await this.read(installationId, 'removed')) !== null;
  }

  async wasHandled(installationId: string, eventId: string): Promise<boolean> {
    return (await this.handledBy(installationId)).has(fingerprint(eventId));
  }

  async markHandled(installationId: string, eventId: string): Promise<void> {
    const ids = await this.handledBy(installationId);
    ids.add(fingerprint(eventId));
    await appendFile(this.pathOf(installationId, 'events'), `${fingerprint(eventId)}\n`, { mode: 0o600, flush: true });
    if (ids.size <= 2 * MAX_EVENT_IDS) return;
    const newest = [...ids].slice(-MAX_EVENT_IDS);
    this.handled.set(installationId, Promise.resolve(new Set(newest)));
    await this.write(installationId, 'events', `${newest.join('\n')}\n`);
  }

  cursor(installationId: string): Promise<string | null> {
    return this.read(installationId, 'cursor');
  }

  async saveCursor(installationId: string, cursor: string): Promise<void> {
    await this.write(installationId, 'cursor', cursor);
  }

  private handledBy(installationId: string): Promise<Set<string>> {
    let ids = this.handled.get(installationId);
    if (ids === undefined) {
      ids = this.read(installationId, 'events').then(
        (text) => new Set((text ?? '').split('\n').filter((line) => line !== '')),
      );
      this.handled.set(installationId, ids);
    }
    return ids;
  }

  private async read(installationId: string, kind: string): Promise<string | null> {
    await this.prepare();
    try {
      return await readFile(this.pathOf(installationId, kind), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Replaces a file atomically: writes a temporary file, flushes it, and renames it. */
  private async write(installationId: string, kind: string, text: string): Promise<void> {
    await this.prepare();
    const path = this.pathOf(installationId, kind);
    const temporary = `${path}.${process.hrtime.bigint().toString(36)}.tmp`;
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  }

  private prepare(): Promise<unknown> {
    this.prepared ??= mkdir(this.folder, { recursive: true, mode: 0o700 });
    return this.prepared;
  }

  /** The installation id becomes a file name, so it must not contain path separators. */
  private pathOf(installationId: string, kind: string): string {
    if (!ID.test(installationId))
      throw new RangeError('the installation id contains characters other than letters, digits, _ and -');
    return join(this.folder, `${installationId}.${kind}`);
  }
}

function contextOf(installationId: string): string {
  return `plugin-installation:${installationId}`;
}

/** Event ids are untrusted input; their hash has a fixed length and contains no newline. */
function fingerprint(eventId: string): string {
  return createHash('sha256').update(eventId).digest('base64url').slice(0, 22);
}

function asSealingKey(key: string): SealingKey {
  if (Buffer.from(key, 'base64url').length !== 32)
    throw new RangeError('the key of the store must be 32 bytes in base64url');
  return { kid: createHash('sha256').update(`kid:${key}`).digest('base64url').slice(0, 8), k: key };
}
