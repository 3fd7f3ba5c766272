/**
 * Extracts the text of files in a process of its own, which is killed when it exceeds a limit. A hostile file costs a
 * failed extraction and nothing else (docs/reference/sources.md, Text).
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SourceContentType } from '@kushk/contracts';
import { StoreUnavailable } from '@kushk/event-store';
import { textEncoding } from './character-encoding.js';

/** The longest time that one extraction may take. A file that needs more processor time is stopped before. */
export const EXTRACTION_LIMIT_MS = 5_000;

interface ExtractionLimits {
  /** Only a machine that is too busy exceeds it, because an extraction waits for nothing. */
  readonly wallMs: number;
  /** Enforced by the kernel, so that it also ends a process whose parent has crashed. */
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

export type Extraction =
  | { readonly status: 'extracted'; readonly text: string }
  /** Content of this type has no text. */
  | { readonly status: 'none' }
  | { readonly status: 'failed'; readonly reason: string };

export class TextExtractor {
  constructor(
    private readonly limits: ExtractionLimits = EXTRACTION_LIMITS,
    private readonly program: string = builtProgram(),
  ) {}

  /** Never rejects because of the content. Throws `StoreUnavailable` when the machine is too busy for it. */
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
        return await this.extractInProcess(contentType, content);
    }
  }

  private async extractInProcess(contentType: SourceContentType, content: Buffer): Promise<Extraction> {
    const child = this.start(contentType);
    const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
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
    child.stderr.resume();
    // The process may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(content);
    try {
      const [code, signal] = await ended.catch((error: unknown) => {
        throw new StoreUnavailable('the text extraction does not start', { cause: error });
      });
      if (reason === TOO_SLOW) throw new StoreUnavailable('the machine is too busy to extract a text');
      if (reason !== null) return { status: 'failed', reason };
      if (code !== 0) return { status: 'failed', reason: signal ?? 'unreadable' };
      return { status: 'extracted', text: Buffer.concat(parts).toString('utf8') };
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
    }
  }

  /** The process gets no environment, so no secrets, and may write no file and start no other process. */
  private start(contentType: SourceContentType): ChildProcessWithoutNullStreams {
    const { heapMiB, cpuSeconds } = this.limits;
    const node = [
      process.execPath,
      `--max-old-space-size=${heapMiB}`,
      '--permission',
      '--allow-fs-read=*',
      '--disable-warning=SecurityWarning',
      this.program,
      contentType,
    ];
    const shell = `ulimit -c 0; ulimit -S -t ${cpuSeconds}; exec "$0" "$@"`;
    return spawn('/bin/sh', ['-c', shell, ...node], { env: {}, stdio: 'pipe' });
  }

  private async checkMemory({ pid }: ChildProcessWithoutNullStreams, kill: (why: string) => void): Promise<void> {
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
    const residentKiB = Number(statm.split(' ')[1] ?? 0) * PAGE_KIB;
    if (residentKiB > this.limits.residentMiB * 1024) kill('memory');
  }
}

/** The program as it was built. A test runs the service from its source, and this process from the build as well. */
function builtProgram(): string {
  const path = fileURLToPath(new URL('./extract-text.worker.js', import.meta.url));
  return path.replace(/([/\\])src([/\\]extraction[/\\])/, '$1dist$2');
}
