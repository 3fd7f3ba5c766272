import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embedHead, serveEmbeddedPage } from './embedded-page.js';

const installation = {
  installation_id: 'ins_1',
  alias: 'inst_1',
  api_base: 'https://kushk.example.ir/i/ins_1/plugin/v1',
  scopes: [],
  settings: {},
};

describe('embedHead', () => {
  it('lets exactly the service of the installation embed the page and give it scripts', () => {
    const { headers, html, serviceOrigin } = embedHead(installation);
    expect(serviceOrigin).toBe('https://kushk.example.ir');
    expect(html).toContain('<script src="https://kushk.example.ir/sdk/bridge.js"></script>');
    const policy = headers['content-security-policy']!.split('; ');
    expect(policy).toContain('frame-ancestors https://kushk.example.ir');
    expect(policy).toContain("script-src 'self' https://kushk.example.ir");
    expect(policy.join()).not.toMatch(/unsafe|\*/);
  });

  it('adds sources to the policy, but none that may embed the page', () => {
    const { headers } = embedHead(installation, {
      'img-src': ['https://cdn.acme.ir'],
      'media-src': ['blob:'],
      'frame-ancestors': ['*'],
    });
    const policy = headers['content-security-policy']!.split('; ');
    expect(policy).toContain("img-src 'self' data: https://cdn.acme.ir");
    expect(policy).toContain('media-src blob:');
    expect(policy).toContain('frame-ancestors https://kushk.example.ir');
  });
});

describe('serveEmbeddedPage', () => {
  let server: Server;
  let origin: string;
  const inContainer = { ...installation, api_base: 'http://service.containers.internal:8081/i/ins_c/plugin/v1' };
  const installations = new Map([
    ['ins_1', installation],
    ['ins_c', inContainer],
  ]);
  const plugin = {
    installation: (id: string) => Promise.resolve(installations.get(id) ?? null),
  };
  beforeEach(async () => {
    const page = {
      title: '<Invoices>',
      language: 'fa',
      styles: ['/page.css'],
      scripts: ['/app.mjs'],
      body: '<main></main>',
    };
    server = createServer((request, response) => void serveEmbeddedPage(plugin, { request, response }, page));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('renders the page for the installation in its address', async () => {
    const response = await fetch(`${origin}/app?installation_id=ins_1`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors https://kushk.example.ir');
    expect(html).toContain('<title>&#60;Invoices&#62;</title>');
    expect(html).toContain('<script type="module" src="/app.mjs"></script>');
  });

  it('renders the origin that browsers know into the page of a container, and believes it nowhere else', async () => {
    const headers = { 'service-origin': 'http://127.0.0.1:8081' };
    const policy = async (id: string) =>
      (await fetch(`${origin}/app?installation_id=${id}`, { headers })).headers.get('content-security-policy');
    expect(await policy('ins_c')).toContain('frame-ancestors http://127.0.0.1:8081');
    expect(await policy('ins_c')).not.toContain('containers.internal');
    expect(await policy('ins_1')).toContain('frame-ancestors https://kushk.example.ir');
    expect(await policy('ins_1')).not.toContain('127.0.0.1');
  });

  it.each(['/app', '/app?installation_id=', '/app?installation_id=ins_2'])(
    'lets nobody embed the page of an unknown installation: %s',
    async (path) => {
      const response = await fetch(origin + path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );
});
