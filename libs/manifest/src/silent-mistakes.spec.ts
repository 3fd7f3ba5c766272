import { describe, expect, it } from '@jest/globals';
import { checkContent, checkSource } from './index.js';

const serviceOrigins = ['http://127.0.0.1:8081', 'https://assistant.acme-hosting.ir'];
/** The findings of a manifest, each with its severity. */
const findingsOf = (manifest: Readonly<Record<string, unknown>>): string[] =>
  checkContent(manifest, { production: false, serviceOrigins }).map(
    ({ path, code, severity }) => `${path} ${code} ${severity}`,
  );
const ui = { app: { path: '/app' } };

describe('the check of a manifest', () => {
  it.each(['http://127.0.0.1:4100', 'https://plugin.acme-hosting.ir'])(
    'warns about pages at %s, on the site of the service',
    (base_url) => {
      expect(findingsOf({ base_url, ui })).toEqual(['/base_url page_same_site warning']);
      expect(findingsOf({ base_url })).toEqual([]);
    },
  );

  it('does not warn about pages on another site', () => {
    expect(findingsOf({ base_url: 'http://localhost:4100', ui })).toEqual([]);
  });

  it('warns about an address that ends in /service, and names the address that would be called', () => {
    const base_url = 'https://plugin.acme.ir/a/service/';
    expect(findingsOf({ base_url })).toEqual(['/base_url base_url_service_path warning']);
    const [problem] = checkContent({ base_url });
    expect(problem?.message).toContain('https://plugin.acme.ir/a/service/service/lifecycle');
    expect(problem?.hint).toBe('write https://plugin.acme.ir/a');
    expect(findingsOf({ base_url: 'https://plugin.acme.ir/myservice' })).toEqual([]);
  });

  it('warns about the address of a plugin that polls, unless it has tools or pages', () => {
    const polling = { delivery: 'poll', base_url: 'http://localhost:4100' };
    expect(findingsOf(polling)).toEqual(['/base_url base_url_unused warning']);
    expect(findingsOf({ ...polling, ui })).toEqual([]);
    expect(findingsOf({ ...polling, delivery: undefined })).toEqual([]);
  });

  it('warns about a name that two entries of a list have', () => {
    const records = ['tender', 'bid'].map((type) => ({ type, names: { en: 'Tender', fa: type }, schema: {} }));
    expect(findingsOf({ records })).toContain('/records/1/names/en name_repeated warning');
    expect(findingsOf({ records })).not.toContain('/records/1/names/fa name_repeated warning');
    const broken = { ...records[0], names: { en: [{ toString: 0 }], fa: 'bid' } };
    expect(findingsOf({ records: [broken] })).toContain('/records/0/names/en type error');
  });

  it('warns about a panel for a record type that shows none', () => {
    const panels = ['case', 'tender', 'calendar_event'].map((record_type) => ({
      key: record_type,
      path: '/panel',
      record_type,
    }));
    expect(findingsOf({ ui: { panels: [...panels, { key: 'all', path: '/panel' }] } })).toEqual([
      '/ui/panels/1/record_type panel_never_shown warning',
      '/ui/panels/2/record_type panel_never_shown warning',
    ]);
  });

  it('warns about each service for which a plan has no rate', () => {
    const services = ['ocr.page', 'bid.check'].map((key) => ({ key, unit: 'page' }));
    const plans = [{ key: 'basic', rates: { 'ocr.page': '0' } }];
    expect(findingsOf({ services, plans, scopes: { 'wallet.consume': 'why' } })).toEqual([
      '/plans/0/rates rate_missing warning',
    ]);
  });

  it('warns about services without a plan, and does not call their scope unused', () => {
    const services = [{ key: 'ocr.page', unit: 'page' }];
    const manifest = { services, scopes: { 'wallet.consume': 'why' } };
    expect(findingsOf(manifest)).toEqual(['/plans plan_missing warning']);
    expect(checkContent(manifest)[0]?.hint).toContain('rates: { ocr.page: "0.25" }');
  });

  it('rejects the default of a secret, alone, inside another default or by reference, and no empty one', () => {
    const secret = { type: 'string', writeOnly: true };
    const login = { type: 'object', properties: { user: { type: 'string' }, password: secret } };
    const settings = {
      type: 'object',
      $defs: { secret },
      properties: {
        key: { ...secret, default: 's3cr3t' },
        mail: { ...login, default: { user: 'u', password: 'p' } },
        other: { ...secret, default: '' },
        referenced: { $ref: '#/$defs/secret', default: 's3cr3t' },
        logins: { type: 'array', items: login, default: [{ user: 'u' }, { password: 'p' }] },
      },
    };
    expect(findingsOf({ settings })).toEqual([
      '/settings/properties/key/default secret_default error',
      '/settings/properties/mail/default/password secret_default error',
      '/settings/properties/referenced/default secret_default error',
      '/settings/properties/logins/default/1/password secret_default error',
    ]);
  });

  it('warns about examples and defaults that their own schema rejects', () => {
    const schema = {
      type: 'object',
      properties: {
        number: { type: 'string', examples: ['17', 17] },
        count: { type: 'integer', default: 'one' },
        lines: { type: 'array', items: { type: 'string' }, examples: [['a', 1]] },
      },
    };
    const records = [{ type: 'tender', schema }];
    const within = '/records/0/schema/properties';
    const found = checkContent({ records, scopes: { 'records.own': 'why' } });
    expect(found.map(({ path, code, severity }) => `${path} ${code} ${severity}`)).toEqual([
      `${within}/number/examples/1 example_invalid warning`,
      `${within}/count/default example_invalid warning`,
      `${within}/lines/examples/0 example_invalid warning`,
    ]);
    expect(found[2]?.message).toBe('does not match its own schema: it /1 must be string, not integer');
  });

  it('reports invalid examples of settings beside their invalid defaults', () => {
    const properties = { port: { type: 'integer', default: '25', examples: ['80'] } };
    expect(findingsOf({ settings: { type: 'object', properties } })).toEqual([
      '/settings/properties/port/default type error',
      '/settings/properties/port/examples/0 example_invalid warning',
    ]);
  });

  it.each([
    ["'1.0'", []],
    ["'1.7'", ['plugin_api_unsupported']],
    ["'2.0'", ['plugin_api_unsupported']],
    ["'two'", []],
  ])('warns about a plugin_api that nothing offers: %s', (version, expected) => {
    const { problems } = checkSource(`plugin_api: ${version}`, { production: false });
    expect(problems.map(({ code }) => code).filter((code) => code === 'plugin_api_unsupported')).toEqual(expected);
  });
});
