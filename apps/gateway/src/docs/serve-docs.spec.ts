import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { ProblemWriter } from '@kushk/edge';
import { DocsSite } from './docs-site.js';
import { serveDocs } from './serve-docs.js';

const html = (text: string): string => `<!doctype html><html lang="en" dir="ltr" data-theme="auto">${text}</html>`;
const texts = { causes: { en: 'why', fa: 'چرا' }, remedies: { en: 'fix', fa: 'راه' } };
const files: Readonly<Record<string, string>> = {
  'errors.json': JSON.stringify({ 'auth.scope_missing': texts, not_found: texts }),
  'llms.txt': '- [First]({origin}/docs/en/index.md)',
  'markdown/en/index.md': '# First',
  'markdown/en/errors/not_found.md': '# Not found',
  'assets/verify/vectors.json': '{}',
  'assets/search-a1b2c3d4e5.json': '{}',
  'pages/en/index.html': html('first'),
  'pages/fa/index.html': html('نخست'),
  'pages/en/errors/auth.scope_missing.html': html('scope'),
  'pages/fa/errors/auth.scope_missing.html': html('دسترسی'),
  'pages/en/errors/not_found.html': html('not found'),
  'pages/fa/errors/not_found.html': html('پیدا نشد'),
};

describe('the documents for people', () => {
  let folder: string;
  let server: FastifyInstance;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    server = fastify();
    const problems = new ProblemWriter({ errorsBase: 'https://hub.example', onDefect: () => undefined });
    const site = DocsSite.open(folder)!;
    await serveDocs(server, { site, origin: 'https://hub.example', problems });
    server.get('/errors/:code', () => ({ isJson: true }));
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const browse = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

  it('leads to the documents in the language of the person', async () => {
    expect((await browse('/docs', { 'accept-language': 'en-GB' })).headers.location).toBe('/docs/en');
    expect((await browse('/docs', { 'accept-language': 'de' })).headers.location).toBe('/docs/fa');
    expect((await browse('/docs')).headers.location).toBe('/docs/en');
    const found = await browse('/docs/errors/not_found', { cookie: 'kushk_language=en', 'accept-language': 'en' });
    expect(found.headers.location).toBe('/docs/en/errors/not_found');
  });

  it.each(['/docs', '/errors/case.not_found'])('answers %s in the same language as the others', async (url) => {
    const isPersian = async (headers: Record<string, string>): Promise<boolean> => {
      const { headers: answered, body } = await browse(url, headers);
      return answered.location === undefined ? body.includes('پیدا نشد') : answered.location === '/docs/fa';
    };
    expect(await isPersian({})).toBe(false);
    expect(await isPersian({ 'accept-language': 'en' })).toBe(false);
    expect(await isPersian({ 'accept-language': 'de' })).toBe(true);
    expect(await isPersian({ 'accept-language': 'en', cookie: 'kushk_language=fa' })).toBe(true);
  });

  it('leads from a code without a page of its own to the page of its family', async () => {
    expect((await browse('/docs/en/errors/case.not_found')).headers.location).toBe('/docs/en/errors/not_found');
    expect((await browse('/docs/fa/errors/wallet.hold_not_found')).headers.location).toBe('/docs/fa/errors/not_found');
    expect((await browse('/docs/en/errors/case.not_found.md')).headers.location).toBe('/docs/en/errors/not_found.md');
    expect((await browse('/docs/en/errors/no.code')).statusCode).toBe(404);
  });

  it('serves a file with a fixed name so that a changed one is soon fetched', async () => {
    const fixed = await browse('/docs/assets/verify/vectors.json');
    expect([fixed.statusCode, fixed.json(), fixed.headers['cache-control']]).toEqual([200, {}, 'public, max-age=300']);
    const hashed = await browse('/docs/assets/search-a1b2c3d4e5.json');
    expect(hashed.headers['cache-control']).toContain('immutable');
  });

  it('allows no inline code and nothing from elsewhere', async () => {
    const page = await browse('/docs/en');
    expect(page.body).toContain('first');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toMatch(/https?:/);
  });

  it('answers 304 to the entity tag of the same representation only', async () => {
    const { headers } = await browse('/docs/en');
    const tag = String(headers.etag);
    expect((await browse('/docs/en', { 'if-none-match': tag })).statusCode).toBe(304);
    const other = await browse('/docs/en', { 'if-none-match': tag, 'accept-encoding': 'gzip' });
    expect(other.statusCode).toBe(200);
    expect(gunzipSync(other.rawPayload).toString()).toContain('first');
  });

  it.each([
    ['/docs/en', { accept: 'text/markdown' }, '# First'],
    ['/docs/en/index.md', {}, '# First'],
    ['/docs/en/errors/not_found.md', { accept: 'text/html' }, '# Not found'],
    ['/errors/case.not_found', { accept: 'text/markdown' }, '# Not found'],
    ['/errors/case.not_found.md', { accept: 'text/html' }, '# Not found'],
  ])('answers %s with the headers %j as markdown', async (url, headers, text) => {
    const answer = await server.inject({ url, headers: { accept: '*/*', ...headers } });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      text,
    ]);
    expect(answer.headers.vary).toContain('accept');
  });

  it('answers a page without markdown as HTML', async () => {
    const answer = await server.inject({
      url: '/docs/en/errors/auth.scope_missing',
      headers: { accept: 'text/markdown' },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('lists the documents for models with their addresses, and leads to the markdown of a language', async () => {
    expect((await server.inject('/llms.txt')).body).toBe('- [First](https://hub.example/docs/en/index.md)');
    const inEnglish = { 'accept-language': 'en' };
    expect((await browse('/docs/index.md', inEnglish)).headers.location).toBe('/docs/en/index.md');
    expect((await browse('/docs/errors/not_found.md', inEnglish)).headers.location).toBe(
      '/docs/en/errors/not_found.md',
    );
  });

  it('shows a browser the page of a code, of a family too, and a program JSON', async () => {
    const inEnglish = { 'accept-language': 'en' };
    expect((await browse('/errors/auth.scope_missing', inEnglish)).body).toContain('scope');
    expect((await browse('/errors/case.not_found', inEnglish)).body).toContain('not found');
    expect((await browse('/errors/case.not_found', { 'accept-language': 'fa' })).body).toContain('پیدا نشد');
    // This code has no markdown here.
    for (const accept of ['*/*', 'application/json', 'text/markdown']) {
      const json = await server.inject({ url: '/errors/auth.scope_missing', headers: { accept } });
      expect(json.json()).toEqual({ isJson: true });
    }
  });

  it.each([
    '/docs/en/nothing',
    '/docs/en/../errors.json',
    '/docs/en/%2e%2e/%2e%2e/errors.json',
    '/docs/de',
    '/docs/nope',
    '/docs/fa/index.md',
    '/docs/en/../llms.txt',
  ])('answers 404 at %s', async (url) => {
    expect((await browse(url)).statusCode).toBe(404);
  });
});
