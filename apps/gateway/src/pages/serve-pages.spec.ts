import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { ProblemWriter } from '@kushk/edge';
import { servePages } from './serve-pages.js';

const documentWith = (script: string): string =>
  `<!doctype html><html lang="fa" dir="rtl" data-theme="auto"><script src="/assets/${script}"></script></html>`;

describe('the pages that a gateway serves', () => {
  let folder: string;
  let server: FastifyInstance;
  let origin: string;
  let defects: unknown[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
    build('index-first.js');
    server = fastify();
    defects = [];
    const problems = new ProblemWriter({
      errorsBase: 'https://hub.example',
      onDefect: ({ error }) => void defects.push(error),
    });
    await servePages(server, { role: 'hub', folder, origin: 'https://hub.example', problems });
    origin = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const clear = (): void => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'assets'), { recursive: true });
  };
  const writeScript = (script: string): void => writeFileSync(join(folder, 'assets', script), `/* ${script} */`);
  const writeDocument = (html: string): void => writeFileSync(join(folder, 'index.html'), html);
  function build(script: string): void {
    clear();
    writeScript(script);
    writeDocument(documentWith(script));
  }

  const open = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}/portal`, { headers: { accept: 'text/html', ...headers } });
  /** The script that a page loads now. */
  const scriptOf = async (headers: Record<string, string> = {}): Promise<string | undefined> =>
    /\/assets\/([^"]+)/.exec(await (await open(headers)).text())?.[1];

  it('load the scripts of a build that replaced them, in every language and encoding', async () => {
    const tag = String((await open()).headers.get('etag'));
    expect((await open({ 'if-none-match': tag })).status).toBe(304);
    build('index-second.js');
    expect((await open({ 'if-none-match': tag })).status).toBe(200);
    for (const headers of [{ 'accept-language': 'en' }, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }])
      expect(await scriptOf(headers)).toBe('index-second.js');
    expect((await fetch(`${origin}/assets/index-second.js`)).status).toBe(200);
  });

  it('name the page of their address, its texts and the session, to be loaded at once', async () => {
    const early = {
      texts: { fa: ['/assets/fa.js'], en: ['/assets/en.js'] },
      pages: [
        ['^/portal/?$', ['/assets/portal.js', '/assets/portal.css']],
        ['^/review/?$', ['/assets/review.js']],
      ],
    };
    clear();
    for (const file of ['fa.js', 'en.js', 'portal.js', 'portal.css', 'review.js', 'index.js']) writeScript(file);
    writeDocument(documentWith('index.js').replace('<script', `<!--early ${JSON.stringify(early)}--><script`));
    const loads = async (path: string, language: string): Promise<readonly (string | undefined)[]> => {
      const response = await fetch(origin + path, { headers: { accept: 'text/html', 'accept-language': language } });
      return [...(await response.text()).matchAll(/<link rel="(\w+)"[^>]* href="([^"]+)"/g)].map(
        ([, rel, href]) => `${rel} ${href}`,
      );
    };
    expect(await loads('/portal?tab=1', 'en')).toEqual([
      'preload /session',
      'modulepreload /assets/en.js',
      'modulepreload /assets/portal.js',
      'preload /assets/portal.css',
    ]);
    expect(await loads('/elsewhere', 'fa')).toEqual(['preload /session', 'modulepreload /assets/fa.js']);
  });

  /** Sends a path as it is; `fetch` would resolve its dots. */
  const statusOf = (path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(origin, { path, headers }, (response) => resolve(response.resume().statusCode));
      sent.on('error', reject).end();
    });

  it.each([
    ['/assets/../index.html', 404],
    ['/assets/..%2findex.html', 404],
    ['/assets/%2e%2e/index.html', 404],
    ['/assets//index-first.js', 404],
    ['/assets/./index-first.js', 404],
    ['/assets/', 404],
    ['/assets/%00', 404],
    ['/assets/%ff', 400],
    [`/assets/${'x'.repeat(300)}`, 404],
    [`/assets/${'x/'.repeat(3_000)}`, 404],
  ])('answer %s with %d, which is no defect of the gateway', async (path, status) => {
    expect([await statusOf(path), defects]).toEqual([status, []]);
  });

  it('answer conditions and ranges that a file does not meet without a defect', async () => {
    for (const headers of [
      { range: 'bytes=9999-' },
      { 'if-match': '"other"' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ])
      expect(await statusOf('/assets/index-first.js', headers)).toBeLessThan(500);
    expect(defects).toEqual([]);
  });

  it('stay those of the build before while another one writes its files', async () => {
    clear();
    expect(await scriptOf()).toBe('index-first.js');
    const html = documentWith('index-second.js');
    writeDocument(html);
    expect(await scriptOf()).toBe('index-first.js');
    writeScript('index-second.js');
    writeDocument(html.slice(0, html.indexOf('<script')));
    expect(await scriptOf()).toBe('index-first.js');
    writeDocument(html);
    expect(await scriptOf()).toBe('index-second.js');
  });

  it('stay those of the build before when a document has another beginning', async () => {
    writeDocument('<!doctype html><html></html>');
    expect(await scriptOf()).toBe('index-first.js');
    build('index-third.js');
    expect(await scriptOf()).toBe('index-third.js');
  });
});
