/** Runs the built CLI as a process, against a stub service with prepared replies. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

export interface CommandResult {
  readonly exitCode: number | null;
  readonly out: string;
  /** What the command wrote to stderr, without the lines of `progress`. */
  readonly err: string;
  /** The progress lines, which a command also writes when only the machine is slow. */
  readonly progress: string;
}
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly organisation: string | undefined;
  readonly language: string | undefined;
  /** The value of the `If-None-Match` header. */
  readonly knownTag: string | undefined;
  /** The value of the `If-Match` header. */
  readonly onlyIfTag: string | undefined;
  readonly body: unknown;
}
export interface StubReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** If true, the stub receives the request and never replies. */
  readonly hangs?: boolean;
  /** If set, the stub replies only when this promise resolves. */
  readonly after?: Promise<void>;
}
interface RunOptions {
  readonly environment?: Record<string, string>;
  readonly input?: string;
  readonly command?: string;
  readonly onError?: (text: string) => void;
}

/** A progress line in either language (`Terminal.withProgress`). */
const PROGRESS_LINES = /^.* … \S+ (?:s|ثانیه)\n/gm;
export const COMMAND = new URL('../bin/kushk.mjs', import.meta.url).pathname;
export const KEY = 'kp_0123456789abcdefghijABCDEFGHIJ000000';

export class CliHarness {
  requests: ReceivedRequest[] = [];
  replies: StubReply[] = [];
  folder = '';
  origin = '';

  /** Runs the CLI in an empty folder with a minimal environment. */
  run(
    args: readonly string[],
    { environment = {}, input = '', command = COMMAND, onError }: RunOptions = {},
  ): Promise<CommandResult> {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: this.folder,
      // Without a data folder of its own, the command would find the system of this checkout when one runs.
      env: { PATH: process.env['PATH'], LANG: 'C', KUSHK_DATA_DIR: this.folder, ...environment },
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      onError?.(err);
    });
    child.stdin.end(input);
    return new Promise((resolve) =>
      child.on('close', (exitCode) =>
        resolve({
          exitCode,
          out,
          err: err.replace(PROGRESS_LINES, ''),
          progress: err.match(PROGRESS_LINES)?.join('') ?? '',
        }),
      ),
    );
  }

  /** Writes a file into the test folder and returns its name. */
  writeFile(text: string | Buffer, name = 'manifest.yaml'): string {
    writeFileSync(join(this.folder, name), text);
    return name;
  }

  readFile(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  withPublisherKey(environment: Record<string, string> = {}): { environment: Record<string, string> } {
    return { environment: { KUSHK_BASE_URL: `${this.origin}/`, KUSHK_PUBLISHER_KEY: KEY, ...environment } };
  }

  withToken(): { environment: Record<string, string> } {
    return {
      environment: { KUSHK_BASE_URL: this.origin, KUSHK_SERVICE_ORIGIN: this.origin, KUSHK_TOKEN: 'ey.staff.token' },
    };
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { method = '', url = '', headers } = request;
    this.requests.push({
      method,
      url,
      authorization: headers.authorization ?? '',
      organisation: headers['service-organisation']?.toString(),
      language: headers['accept-language'],
      knownTag: headers['if-none-match'],
      onlyIfTag: headers['if-match'],
      body: body === '' ? undefined : JSON.parse(body),
    });
    const reply = this.replies.shift() ?? { status: 500 };
    await reply.after;
    if (reply.hangs === true) return;
    response.writeHead(reply.status, {
      ...(reply.status !== 304 && {
        'content-type': reply.status < 400 ? 'application/json' : 'application/problem+json',
      }),
      ...reply.headers,
    });
    const isText = reply.body === undefined || typeof reply.body === 'string';
    response.end(isText ? (reply.body ?? '') : JSON.stringify(reply.body));
  }
}

/** Creates one harness for a spec file. Each test starts with a new folder and no recorded requests. */
export function cliHarness(): CliHarness {
  const cli = new CliHarness();
  let service: Server;
  beforeAll(async () => {
    service = createServer((request, response) => void cli.handle(request, response));
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    cli.origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => service.close(resolve)));
  beforeEach(() => {
    cli.folder = mkdtempSync(join(tmpdir(), 'kushk-cli-'));
    [cli.requests, cli.replies] = [[], []];
  });
  afterEach(() => rmSync(cli.folder, { recursive: true }));
  return cli;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

export const VALID_MANIFEST = `schema: "1"
id: ir.acme.invoices
version: 1.4.0
publisher: acme
kind: external
plugin_api: "1.0"
names: { en: Invoices, fa: فاکتورها }
base_url: http://localhost:3000
`;
/** A manifest with two problems: the version is a number, and the scope that its records need is missing. */
export const INVALID_MANIFEST = VALID_MANIFEST.replace('version: 1.4.0', 'version: 1.4').replace(
  'publisher: acme\n',
  'publisher: acme\nrecords: [{ type: invoice, schema: { type: object } }]\n',
);
export const RELEASE = {
  id: 'rel_1',
  plugin_id: 'ir.acme.invoices',
  version: '1.4.0',
  kind: 'external',
  plugin_api: '1.0',
  status: 'submitted',
  requested_tier: '',
  tier: null,
  notes: '',
  warnings: [],
  review_notes: null,
  status_reason: null,
  manifest_digest: 'sha256:00',
  signature: null,
  diff: null,
  provenance: null,
  submitted_at: '2026-11-20T10:00:00.000Z',
  review_started_at: null,
  decided_at: null,
  published_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  fleet: { compatible: 0, accepted: 0, refused: [] },
};
export const releaseReply = (status: string, more: object = {}): StubReply => ({
  status: 200,
  body: { ...RELEASE, status, ...more },
  headers: { etag: `"${status}"` },
});
/** The reply of `POST /developer/v1/checks`, with which `submit` begins. */
export const verdictReply = (warnings: readonly object[] = []): StubReply => ({
  status: 200,
  body: { verdict: 'valid', warnings, checks: [], diff: null, consequences: [] },
});
export const problemReply = (status: number, code: string, params: object = {}): StubReply => ({
  status,
  body: {
    type: 'about:blank',
    title: 'Request refused',
    status,
    detail: 'because',
    code,
    params,
    request_id: 'req_42',
  },
});
