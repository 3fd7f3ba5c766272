/**
 * `/data` of an installation as a file system of its own in a file: no engine limits the size of a volume on every
 * file system of a machine, and the file does. It needs root, `mkfs.ext4`, `fsck.ext4` and `mount` with loop devices.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isMountPoint } from './mount-points.js';

export interface DataImageOptions {
  /** Where the files are and where they are mounted. */
  readonly folder: string;
  /** The id of the instance: several may share a folder. */
  readonly scope: string;
  readonly sizeMib: number;
}

/** The size of `/data` cannot be limited on this machine. */
export class DataNotLimited extends Error {
  override readonly name = 'DataNotLimited';
}

const MIB = 1024 * 1024;
const TIMEOUT_MS = 60_000;
const MAX_MESSAGE_CHARACTERS = 300;
/** `fsck.ext4` returns 1 when it repaired the file system. */
const REPAIRED = 1;
/** Any user of an image writes to its own `/data`: nobody else reaches it. */
const WRITABLE = 0o777;

interface Paths {
  readonly file: string;
  readonly mountPoint: string;
  /** What the container gets: it is missing while the file is not mounted, so no container starts without it. */
  readonly data: string;
}

/** Every method may be repeated, also after it was interrupted. */
export class DataImages {
  constructor(private readonly options: DataImageOptions) {}

  /** Creates the file of an installation that has none. Resolves with the folder that becomes `/data`. */
  async create(installationId: string): Promise<string> {
    const { file } = this.pathsOf(installationId);
    if (!(await exists(file))) await this.format(file);
    return await this.mount(installationId);
  }

  /** Mounts the file of an installation, also after a restart of the machine. Resolves as `create` does. */
  async mount(installationId: string): Promise<string> {
    const { file, mountPoint, data } = this.pathsOf(installationId);
    if (await isMounted(mountPoint)) return data;
    if (!(await exists(file))) throw new DataNotLimited(`the file of its /data is gone: ${file}`);
    await mkdir(mountPoint, { recursive: true, mode: 0o700 });
    await this.run('fsck.ext4', ['-p', file], REPAIRED);
    await this.run('mount', ['-t', 'ext4', '-o', 'loop,nosuid,nodev,noatime', file, mountPoint]);
    return data;
  }

  /** Deletes the file of an installation, and does nothing for one that has none. */
  async remove(installationId: string): Promise<void> {
    const { file, mountPoint } = this.pathsOf(installationId);
    if (await isMounted(mountPoint)) await this.run('umount', [mountPoint]);
    // `rmdir` deletes no data when something is mounted there nevertheless.
    if (await exists(mountPoint)) await rmdir(mountPoint);
    // With what a crash left while the file was created.
    const names = await readdir(dirname(file)).catch(() => []);
    for (const name of names)
      if (name.startsWith(basename(file))) await rm(join(dirname(file), name), { recursive: true, force: true });
  }

  /** A file that has its name is complete, also after a crash in between. */
  private async format(file: string): Promise<void> {
    const { sizeMib } = this.options;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const work = await mkdtemp(`${file}.`);
    try {
      const [partial, content] = [join(work, 'image'), join(work, 'content')];
      await mkdir(join(content, 'data'), { recursive: true });
      await chmod(join(content, 'data'), WRITABLE);
      const handle = await open(partial, 'wx', 0o600);
      await handle.truncate(Math.ceil(sizeMib * MIB)).finally(() => handle.close());
      // Without blocks reserved for root, which is the user of most images.
      await this.run('mkfs.ext4', ['-q', '-F', '-m', '0', '-e', 'remount-ro', '-d', content, partial]);
      await rename(partial, file);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  private pathsOf(installationId: string): Paths {
    if (!/^[\w-]+$/.test(installationId)) throw new Error('not the id of an installation');
    const folder = resolve(this.options.folder, this.options.scope);
    const mountPoint = join(folder, installationId);
    return { file: `${mountPoint}.ext4`, mountPoint, data: join(mountPoint, 'data') };
  }

  private run(program: string, args: readonly string[], reached = 0): Promise<void> {
    return new Promise((done, reject) => {
      execFile(program, [...args], { timeout: TIMEOUT_MS }, (error, _stdout, stderr) => {
        if (error === null || error.code === reached) done();
        else reject(new DataNotLimited(this.messageOf(program, error, stderr), { cause: error }));
      });
    });
  }

  private messageOf(program: string, error: Error & { readonly code?: unknown }, stderr: string): string {
    const reason = error.code === 'ENOENT' ? 'it is not installed' : stderr.trim() || error.message;
    return (
      `/data cannot be limited to ${this.options.sizeMib} MiB on this machine (KUSHK_CONTAINER_DATA): ${program}: ` +
      reason.slice(0, MAX_MESSAGE_CHARACTERS)
    );
  }
}

async function isMounted(path: string): Promise<boolean> {
  return isMountPoint(await readFile('/proc/self/mountinfo', 'utf8'), path);
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
