import { describe, expect, it } from '@jest/globals';
import { FRAME_PLACEHOLDER, frameData, frameDocument, framePolicy } from './frame-document.js';

const page = {
  organisation_id: 'org_1',
  installation_id: 'ins_1',
  plugin_id: 'ir.acme.invoices',
  version: '1.0.0',
  plugin_api: '1.0',
  api_base: 'https://kushk.ir/i/ins_1/plugin/v1',
  names: { en: 'Invoices' },
  url: 'https://plugin.acme.ir/app?a="><script>alert(1)</script>&installation_id=ins_1',
  origin: 'https://plugin.acme.ir',
  kind: 'external',
} as const;

describe('the document of a frame', () => {
  const data = frameData(
    page,
    { surface: 'panel', panel: 'invoice' },
    { origin: 'https://kushk.ir', version: '1.0.0' },
  );

  it('has its data in an attribute that no value can leave', () => {
    const html = frameDocument(`<head>${FRAME_PLACEHOLDER}</head>`, data);
    expect(html).not.toContain('<script>');
    const content = /content="([^"]*)"/.exec(html)?.[1] ?? '';
    const decoded = content.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
    expect(JSON.parse(decoded)).toEqual(data);
    expect(data).toMatchObject({ page: { url: page.url }, surface: 'panel', panel: 'invoice' });
    expect(JSON.stringify(data)).not.toContain('org_1');
  });

  it('may frame exactly the origin of the plugin, and only the service may frame it', () => {
    const policy = framePolicy(page.origin);
    expect(policy).toContain('frame-src https://plugin.acme.ir;');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });
});
