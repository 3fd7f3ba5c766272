/** The built command as a process of its own, before a service that answers what a test has prepared. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

export interface Ran {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
  readonly milliseconds: number;
}
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly organisation: string | undefined;
  readonly language: string | undefined;
  readonly known: string | undefined;
  readonly body: unknown;
}
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly afterMs?: number;
}
interface Surroundings {
  readonly environment?: Record<string, string>;
  readonly input?: string;
  readonly command?: string;
}

export const COMMAND = new URL('../../bin/kushk.mjs', import.meta.url).pathname;
export const KEY = 'kp_0123456789abcdefghijABCDEFGHIJ000000';

export class CommandUnderTest {
  asked: Asked[] = [];
  answers: Answer[] = [];
  folder = '';
  origin = '';

  /** In an empty folder, with nothing of our environment. */
  run(words: readonly string[], { environment = {}, input = '', command = COMMAND }: Surroundings = {}): Promise<Ran> {
    const started = performance.now();
    const child = spawn(process.execPath, [command, ...words], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'], LANG: 'C', ...environment },
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.stdin.end(input);
    return new Promise((resolve) =>
      child.on('close', (exitCode) => resolve({ exitCode, out, err, milliseconds: performance.now() - started })),
    );
  }

  /** Writes a file into its folder and gives its name. */
  write(text: string | Buffer, name = 'manifest.yaml'): string {
    writeFileSync(join(this.folder, name), text);
    return name;
  }

  asPublisher(environment: Record<string, string> = {}): { environment: Record<string, string> } {
    return { environment: { KUSHK_BASE_URL: `${this.origin}/`, KUSHK_PUBLISHER_KEY: KEY, ...environment } };
  }

  asPerson(): { environment: Record<string, string> } {
    return {
      environment: { KUSHK_BASE_URL: this.origin, KUSHK_SERVICE_ORIGIN: this.origin, KUSHK_TOKEN: 'ey.staff.token' },
    };
  }
}

/** One per spec file, with a fresh folder and nothing asked before each test. */
export function commandUnderTest(): CommandUnderTest {
  const cli = new CommandUnderTest();
  let service: Server;
  beforeAll(async () => {
    service = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const { method = '', url = '', headers } = request;
        cli.asked.push({
          method,
          url,
          authorization: headers.authorization ?? '',
          organisation: headers['service-organisation']?.toString(),
          language: headers['accept-language'],
          known: headers['if-none-match'],
          body: body === '' ? undefined : JSON.parse(body),
        });
        const answer = cli.answers.shift() ?? { status: 500 };
        setTimeout(() => {
          response.writeHead(answer.status, {
            ...(answer.status !== 304 && {
              'content-type': answer.status < 400 ? 'application/json' : 'application/problem+json',
            }),
            ...answer.headers,
          });
          response.end(
            answer.body === undefined
              ? ''
              : typeof answer.body === 'string'
                ? answer.body
                : JSON.stringify(answer.body),
          );
        }, answer.afterMs ?? 0);
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    cli.origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => service.close(resolve)));
  beforeEach(() => {
    cli.folder = mkdtempSync(join(tmpdir(), 'kushk-cli-'));
    [cli.asked, cli.answers] = [[], []];
  });
  afterEach(() => rmSync(cli.folder, { recursive: true }));
  return cli;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

export const INVOICES = `schema: "1"
id: ir.acme.invoices
version: 1.4.0
publisher: acme
kind: external
plugin_api: "1.0"
names: { en: Invoices, fa: فاکتورها }
base_url: http://localhost:3000
`;
/** Two problems: the version is a number, and records need their scope. */
export const BROKEN = INVOICES.replace('version: 1.4.0', 'version: 1.4').replace(
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
  submitted_at: '2026-11-20T10:00:00.000Z',
  review_started_at: null,
  decided_at: null,
  published_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  fleet: { compatible: 0, accepted: 0, refused: [] },
};
export const refusal = (status: number, code: string, params: object = {}): Answer => ({
  status,
  body: { type: 'about:blank', title: 'It was refused', status, detail: 'because', code, params, request_id: 'req_42' },
});
