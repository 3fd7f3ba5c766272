/**
 * Extracts the text of files in a process of its own, which is confined, and killed when it exceeds a limit. A hostile
 * file costs a failed extraction and nothing else (docs/reference/sources.md, Text).
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceContentType } from '@kushk/contracts';
import { StoreUnavailable } from '@kushk/event-store';
import { textEncoding } from './character-encoding.js';
import { confined, type ExtractionMode } from './confinement.js';

/** The longest time that one extraction may take. A file that needs more processor time is stopped before. */
export const EXTRACTION_LIMIT_MS = 5_000;

interface ExtractionLimits {
  /** Only a machine that is too busy exceeds it, because an extraction waits for nothing. */
  readonly wallMs: number;
  /**
   * Enforced by the kernel, so that it also ends a process whose parent has crashed. A hard limit, because the first
   * process of a namespace ignores the signal of a soft one.
   */
  readonly cpuSeconds: number;
  /** Heap of the JavaScript engine. */
  readonly heapMiB: number;
  /** Resident memory of the process, where the system shows it (Linux). */
  readonly residentMiB: number;
  readonly textBytes: number;
}
export const EXTRACTION_LIMITS: ExtractionLimits = {
  wallMs: EXTRACTION_LIMIT_MS,
  cpuSeconds: 4,
  heapMiB: 256,
  residentMiB: 512,
  textBytes: 2 * 1024 * 1024,
};

const TOO_SLOW = 'time';
const MEMORY_POLL_MS = 50;
const PAGE_KIB = 4;
const MESSAGE_MAX_CHARACTERS = 1_000;

export type Extraction =
  | { readonly status: 'extracted'; readonly text: string }
  /** Content of this type has no text. */
  | { readonly status: 'none' }
  /** The system refuses the confinement, and the operator has not allowed to extract without it. */
  | { readonly status: 'not_extracted' }
  | { readonly status: 'failed'; readonly reason: string };

/** A program that writes a line break when it has started, and then the text of its input. */
interface ExtractionProgram {
  readonly path: string;
  /** What it reads, besides itself. */
  readonly folders: readonly string[];
}
interface TextExtractorOptions {
  readonly mode: ExtractionMode;
  readonly limits?: ExtractionLimits;
  readonly program?: ExtractionProgram;
}

export class TextExtractor {
  private readonly mode: ExtractionMode;
  private readonly limits: ExtractionLimits;
  private readonly program: ExtractionProgram;

  constructor({ mode, limits = EXTRACTION_LIMITS, program = builtProgram() }: TextExtractorOptions) {
    this.mode = mode;
    this.limits = limits;
    this.program = program;
  }

  /**
   * Never rejects because of the content. Throws `StoreUnavailable` when the machine is too busy for it, or does not
   * start the program.
   */
  async extract(contentType: SourceContentType, content: Buffer): Promise<Extraction> {
    switch (contentType) {
      case 'image/png':
      case 'image/jpeg':
        return { status: 'none' };
      case 'text/plain':
      case 'text/markdown':
        return { status: 'extracted', text: new TextDecoder(textEncoding(content)).decode(content) };
      case 'text/html':
      case 'application/pdf':
      case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
      case 'message/rfc822':
        return this.mode === 'off'
          ? { status: 'not_extracted' }
          : await this.extractInProcess(contentType, content, this.mode);
    }
  }

  private async extractInProcess(
    contentType: SourceContentType,
    content: Buffer,
    mode: Exclude<ExtractionMode, 'off'>,
  ): Promise<Extraction> {
    const child = this.start(contentType, mode);
    const ended = once(child, 'close') as Promise<[code: number | null]>;
    let reason: string | null = null;
    const kill = (why: string): void => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => kill(TOO_SLOW), this.limits.wallMs);
    const watch = setInterval(() => void this.checkMemory(child, kill), MEMORY_POLL_MS);
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > this.limits.textBytes) kill('text');
      else parts.push(part);
    });
    let message = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      message = (message + part).slice(0, MESSAGE_MAX_CHARACTERS);
    });
    // The process may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(content);
    try {
      const [code] = await ended.catch((error: unknown) => {
        throw new StoreUnavailable('the text extraction does not start', { cause: error });
      });
      if (reason === TOO_SLOW) throw new StoreUnavailable('the machine is too busy to extract a text');
      if (reason !== null) return { status: 'failed', reason };
      const output = Buffer.concat(parts).toString('utf8');
      // What fails before the program has started is not the content's fault.
      if (!output.startsWith('\n')) throw new StoreUnavailable(`the text extraction does not start: ${message.trim()}`);
      return code === 0 ? { status: 'extracted', text: output.slice(1) } : { status: 'failed', reason: 'unreadable' };
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
    }
  }

  /**
   * The process gets no environment, reads only the files of its program, writes none, and starts no other process.
   * That is also what Node permits, for systems that refuse the confinement.
   */
  private start(contentType: SourceContentType, mode: Exclude<ExtractionMode, 'off'>): ChildProcessWithoutNullStreams {
    const { heapMiB, cpuSeconds } = this.limits;
    const { path, folders } = this.program;
    const node = [
      process.execPath,
      `--max-old-space-size=${heapMiB}`,
      '--permission',
      ...[path, ...folders].map((readable) => `--allow-fs-read=${readable}`),
      '--disallow-code-generation-from-strings',
      '--disable-warning=SecurityWarning',
      path,
      contentType,
    ];
    const command = mode === 'confined' ? confined(node, [...folders, dirname(process.execPath)]) : node;
    const shell = `ulimit -c 0; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
    // A process group of its own: signals to the group cross process namespaces.
    return spawn('/bin/sh', ['-c', shell, ...command], { env: {}, stdio: 'pipe', detached: true });
  }

  /** A confined process is the only child of the one that was started. */
  private async checkMemory({ pid }: ChildProcessWithoutNullStreams, kill: (why: string) => void): Promise<void> {
    const child = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const statm = await readFile(`/proc/${child.trim() || pid}/statm`, 'utf8').catch(() => '');
    const residentKiB = Number(statm.split(' ')[1] ?? 0) * PAGE_KIB;
    if (residentKiB > this.limits.residentMiB * 1024) kill('memory');
  }
}

/** The program as it was built. A test runs the service from its source, and this process from the build as well. */
function builtProgram(): ExtractionProgram {
  const module = fileURLToPath(new URL('./extract-text.worker.js', import.meta.url));
  const path = module.replace(/([/\\])src([/\\]extraction[/\\])/, '$1dist$2');
  // The folder of the package, for the kind of its modules.
  return { path, folders: [resolve(path, '../../..'), ...packageFolders(path)] };
}

/** The folders from which Node resolves the packages that a module imports. */
function packageFolders(module: string): readonly string[] {
  const folder = dirname(module);
  return folder === module ? [] : [join(folder, 'node_modules'), ...packageFolders(folder)];
}
