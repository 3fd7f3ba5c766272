import { describe, expect, it } from '@jest/globals';
import { capabilitiesOf, capabilityDiff, everyoneMustConsent, type Manifest } from './index.js';

const before: Manifest = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.4.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
  base_url: 'https://plugin.acme.ir/kushk/',
  scopes: { 'records.own': 'Keeps', 'wallet.consume': 'Sells' },
  records: [{ type: 'invoice', schema: { type: 'object' } }],
  services: [
    { key: 'ocr.page', unit: 'page' },
    { key: 'mail', unit: 'mail' },
  ],
  plans: [
    { key: 'basic', rates: { 'ocr.page': '0.25', mail: '1' } },
    { key: 'pro', rates: { 'ocr.page': '0.2' } },
  ],
  tools: [{ name: 'find', description: 'Finds', input_schema: { type: 'object', properties: {} } }],
  ui: { app: { path: '/app' }, panels: [{ key: 'a', path: '/a' }] },
};
const container: Manifest = {
  schema: '1',
  id: 'ir.acme.x',
  version: '1.0.0',
  publisher: 'acme',
  kind: 'instance',
  plugin_api: '1.0',
  names: { en: 'X' },
  image: 'x@sha256:a',
  egress: ['a.ir:443', 'b.ir:443'],
};
const diff = (parts: Partial<Manifest>): ReturnType<typeof capabilityDiff> =>
  capabilityDiff(before, { ...before, version: '1.5.0', ...parts });

describe('the difference between two versions of a plugin', () => {
  it('is `none` when only texts and the order of lists differ', () => {
    expect(
      diff({
        names: { en: 'Bills' },
        base_url: 'https://plugin.acme.ir/kushk',
        scopes: { 'wallet.consume': 'Sells', 'records.own': 'Keeps them' },
        plans: [...(before.plans ?? [])].reverse(),
        tools: [{ input_schema: { properties: {}, type: 'object' }, description: 'Finds', name: 'find' }],
      }),
    ).toEqual({ previous: '1.4.0', class: 'none', changes: [] });
    const mayWrite = { ...before, proposals: [{ record_type: 'case', actions: ['create', 'update'] as const }] };
    expect(
      capabilityDiff(mayWrite, { ...mayWrite, proposals: [{ record_type: 'case', actions: ['update', 'create'] }] })
        .changes,
    ).toEqual([]);
    const samePrices = [
      { key: 'basic', rates: { 'ocr.page': '0.250', mail: '1.0' } },
      { key: 'pro', rates: { 'ocr.page': '0.20' } },
    ];
    expect(diff({ plans: samePrices }).changes).toEqual([]);
    expect(
      capabilityDiff(container, { ...container, image: 'y@sha256:b', egress: ['b.ir:443', 'a.ir:443'] }).class,
    ).toBe('none');
  });

  it.each<[string, Partial<Manifest>, object[]]>([
    [
      'a different scope',
      { scopes: { 'records.own': 'Keeps', 'cases.read': 'Finds' } },
      [
        { path: '/scopes/wallet.consume', before: 'wallet.consume', after: null },
        { path: '/scopes/cases.read', before: null, after: 'cases.read' },
      ],
    ],
    [
      'a different address',
      { base_url: 'https://other.ir' },
      [{ path: '/base_url', before: 'https://plugin.acme.ir/kushk', after: 'https://other.ir' }],
    ],
    [
      'a higher rate',
      {
        plans: [
          { key: 'basic', rates: { 'ocr.page': '0.250001', mail: '1' } },
          { key: 'pro', rates: { 'ocr.page': '0.2' } },
        ],
      },
      [{ path: '/plans/basic/rates/ocr.page', before: '0.25', after: '0.250001' }],
    ],
  ])('requires consent for %s', (_what, parts, changes) => {
    expect(diff(parts)).toEqual({ previous: '1.4.0', class: 'consent', changes });
  });

  it.each<[string, Partial<Manifest>, string]>([
    [
      'a removed plan, which may be active',
      { plans: [{ key: 'basic', rates: { 'ocr.page': '0.25', mail: '1' } }] },
      '/plans/pro',
    ],
    [
      'a required setting, which may be missing',
      { settings: { type: 'object', properties: { label: {} }, required: ['label'] } },
      '/settings',
    ],
    ['a removed tool, which may be in use', { tools: [] }, '/tools/find'],
    [
      'a renamed record type, whose records would be lost',
      { records: [{ type: 'bill', schema: { type: 'object' } }] },
      '/records/invoice /records/bill',
    ],
  ])('requires consent only from some installations for %s', (_what, parts, paths) => {
    const { class: kind, changes } = diff(parts);
    expect([
      kind,
      changes.map((change) => change.path).join(' '),
      everyoneMustConsent(before, { ...before, version: '1.5.0', ...parts }),
    ]).toEqual(['consent', paths, false]);
    const rise = {
      plans: [
        { key: 'basic', rates: { 'ocr.page': '0.3', mail: '1' } },
        { key: 'pro', rates: { 'ocr.page': '0.2' } },
      ],
    };
    expect(everyoneMustConsent(before, { ...before, ...rise })).toBe(true);
  });

  it('requires consent for a different destination and for a change from external to container', () => {
    expect(capabilityDiff(container, { ...container, egress: ['a.ir:443', 'c.ir:443'] })).toEqual({
      previous: '1.0.0',
      class: 'consent',
      changes: [
        { path: '/egress/b.ir:443', before: 'b.ir:443', after: null },
        { path: '/egress/c.ir:443', before: null, after: 'c.ir:443' },
      ],
    });
    const { base_url: _address, ...rest } = before;
    expect(capabilityDiff(before, { ...rest, kind: 'instance', image: 'x@sha256:a', egress: [] }).class).toBe(
      'consent',
    );
  });

  it.each<[string, Partial<Manifest>, string[]]>([
    [
      'a lower rate',
      {
        plans: [
          { key: 'basic', rates: { 'ocr.page': '0.249999', mail: '1' } },
          { key: 'pro', rates: { 'ocr.page': '0.2' } },
        ],
      },
      ['/plans/basic/rates/ocr.page'],
    ],
    [
      'an added and a removed rate',
      {
        plans: [
          { key: 'basic', rates: { 'ocr.page': '0.25', fax: '9' } },
          { key: 'pro', rates: { 'ocr.page': '0.2' } },
        ],
      },
      ['/plans/basic/rates/mail', '/plans/basic/rates/fax'],
    ],
    ['an added plan', { plans: [...(before.plans ?? []), { key: 'max', rates: {} }] }, ['/plans/max']],
    ['an optional setting', { settings: { type: 'object', properties: { label: {} }, required: [] } }, ['/settings']],
    [
      "a tool's text and schema",
      { tools: [{ name: 'find', description: 'Finds it', input_schema: {} }] },
      ['/tools/find/description', '/tools/find/input_schema'],
    ],
    [
      'a tool with the name of an inherited property',
      { tools: [...(before.tools ?? []), { name: 'constructor', description: 'Builds', input_schema: {} }] },
      ['/tools/constructor'],
    ],
    [
      'proposals for another record type',
      { proposals: [{ record_type: 'case', actions: ['create'] }] },
      ['/proposals/case'],
    ],
    [
      'pages',
      { ui: { app: { path: '/new' }, panels: [{ key: 'b', path: '/b' }] } },
      ['/ui/app/path', '/ui/panels/a', '/ui/panels/b'],
    ],
    [
      'settings and events',
      { settings: { type: 'object' }, events: ['plugin.ping'] },
      ['/events/plugin.ping', '/settings'],
    ],
  ])('is `minor` for %s', (_what, parts, paths) => {
    const { class: kind, changes } = diff(parts);
    expect({ kind, paths: changes.map(({ path }) => path) }).toEqual({ kind: 'minor', paths });
  });
});

describe('the capabilities of a manifest', () => {
  it('are its declarations, with absent parts as empty lists', () => {
    expect(capabilitiesOf(before)).toEqual({
      plugin_id: 'ir.acme.invoices',
      version: '1.4.0',
      kind: 'external',
      base_url: 'https://plugin.acme.ir/kushk',
      scopes: ['records.own', 'wallet.consume'],
      records: [{ type: 'invoice', schema: { type: 'object' } }],
      proposals: [],
      sources: [],
      services: [
        { key: 'ocr.page', unit: 'page' },
        { key: 'mail', unit: 'mail' },
      ],
      plans: before.plans,
      events: [],
    });
    expect(capabilitiesOf(container).base_url).toBeNull();
  });
});
