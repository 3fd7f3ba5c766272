import { describe, expect, it } from '@jest/globals';
import { request } from '../../test/example-installation.js';
import { originOfPages, pageAddress, pagesOf, refusalOfStatus } from './page-of-plugin.js';

const names = { en: 'Invoices', fa: 'فاکتورها' };
const manifest = {
  base_url: 'https://plugin.acme.ir/kushk/',
  names,
  ui: {
    app: { path: '/app?view=all#top', names: { en: 'All invoices' } },
    panels: [
      { key: 'any', path: '/any' },
      { key: 'invoice', path: '/panel', record_type: 'case' },
    ],
  },
};

describe('the pages of a plugin', () => {
  it('are those of its manifest, with the name of the plugin where a page has none', () => {
    expect(pagesOf(manifest)).toEqual({
      names,
      app: { names: { en: 'All invoices' } },
      panels: [
        { key: 'any', names, record_type: null },
        { key: 'invoice', names, record_type: 'case' },
      ],
    });
    expect(pagesOf({ names, ui: { panels: [] } })).toBeNull();
  });

  it('have an address below base_url that names the installation', () => {
    expect(pageAddress(manifest, { surface: 'app' }, 'ins_1')).toEqual({
      url: 'https://plugin.acme.ir/kushk/app?view=all&installation_id=ins_1#top',
      names: { en: 'All invoices' },
    });
    expect(pageAddress(manifest, { surface: 'panel', panel: 'invoice' }, 'ins_1')?.url).toBe(
      'https://plugin.acme.ir/kushk/panel?installation_id=ins_1',
    );
    expect(pageAddress(manifest, { surface: 'panel', panel: 'other' }, 'ins_1')).toBeNull();
  });

  it('have the origin of `base_url`, or of the container', () => {
    const origin = (page_label: string | null, pluginDomain: string, serviceOrigin = 'https://kushk.ir') =>
      originOfPages(
        { grants: { ...request.grants, pageOrigin: 'https://plugin.acme.ir' }, page_label },
        { pluginDomain, serviceOrigin },
      );
    expect(origin(null, 'plugins.example')).toBe('https://plugin.acme.ir');
    expect(origin('k3', 'plugins.example')).toBe('https://k3.plugins.example');
    expect(origin('k3', 'localhost', 'http://127.0.0.1:8081')).toBe('http://k3.localhost:8081');
    expect(origin('k3', '')).toBeNull();
  });

  it('are refused while the installation does not run', () => {
    const codes = (['pending', 'paused', 'suspended', 'removed', 'installed', 'consent_pending'] as const).map(
      (status) => refusalOfStatus(status)?.refusal.code ?? null,
    );
    expect(codes).toEqual([
      'installation.not_ready',
      'installation.paused',
      'installation.suspended',
      'installation.not_found',
      null,
      null,
    ]);
  });
});
