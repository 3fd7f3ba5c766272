import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { capabilitiesOf, capabilityDiff, needsConsent, type Manifest } from './index.js';

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
const panel = { key: 'a', path: '/a' };
const plans = (basic: Record<string, string>) => [
  { key: 'basic', rates: basic },
  { key: 'pro', rates: { 'ocr.page': '0.2' } },
];
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
      'a new scope',
      { scopes: { ...before.scopes, 'cases.read': 'Finds' } },
      [{ path: '/scopes/cases.read', before: null, after: 'cases.read' }],
    ],
    [
      'a different address',
      { base_url: 'https://other.ir' },
      [{ path: '/base_url', before: 'https://plugin.acme.ir/kushk', after: 'https://other.ir' }],
    ],
    [
      'a higher rate',
      { plans: plans({ 'ocr.page': '0.250001', mail: '1' }) },
      [{ path: '/plans/basic/rates/ocr.page', before: '0.25', after: '0.250001' }],
    ],
    [
      'a rate that a plan did not have',
      { plans: plans({ 'ocr.page': '0.25', mail: '1', fax: '9' }) },
      [{ path: '/plans/basic/rates/fax', before: null, after: '9' }],
    ],
  ])('requires consent for %s', (_what, parts, changes) => {
    expect(diff(parts)).toEqual({ previous: '1.4.0', class: 'consent', changes });
  });

  it.each<[string, Partial<Manifest>, string]>([
    ['a rate under another key', { plans: plans({ page: '0.25', mail: '1' }) }, 'rates/ocr.page rates/page'],
    ['a plan that may be active', { plans: plans({ 'ocr.page': '0.25', mail: '1' }).slice(0, 1) }, '/plans/pro'],
    [
      'another unit',
      { services: [{ key: 'ocr.page', unit: 'line' }, before.services![1]!] },
      '/services/ocr.page/unit',
    ],
    ['a removed tool', { tools: [] }, '/tools/find'],
    ['a renamed record type', { records: [{ type: 'bill', schema: {} }] }, '/records/invoice /records/bill'],
    ['another record schema', { records: [{ type: 'invoice', schema: {} }] }, '/records/invoice/schema'],
    ['proposals of another type', { proposals: [{ record_type: 'case', actions: ['create'] }] }, '/proposals/case'],
    ['a new source', { sources: ['message'] }, '/sources/message'],
    ['an event', { events: ['plugin.ping'] }, '/events/plugin.ping'],
    ['another API', { plugin_api: '1.1' }, '/plugin_api'],
    [
      'a panel for records',
      { ui: { ...before.ui, panels: [panel, { ...panel, key: 'b', record_type: 'case' }] } },
      '/b',
    ],
    ['a panel that is now for records', { ui: { ...before.ui, panels: [{ ...panel, record_type: 'case' }] } }, '/a/'],
    ['a required setting', { settings: { properties: { label: {} }, required: ['label'] } }, '/settings'],
    ['a secret setting', { settings: { properties: { key: { writeOnly: true } } } }, '/settings'],
    ['a member that is unknown here', { delivery: 'poll' } as object, '/delivery'],
  ])('requires consent for %s', (_what, parts, paths) => {
    const { class: kind, changes } = diff(parts);
    expect(kind).toBe('consent');
    for (const path of paths.split(' ')) expect(changes.map((change) => change.path).join(' ')).toContain(path);
  });

  it('requires consent for a new action of a proposal, and not for fewer', () => {
    const [few, many] = [['create'] as const, ['create', 'update'] as const].map((actions): Manifest => ({
      ...before,
      proposals: [{ record_type: 'case', actions }],
    })) as [Manifest, Manifest];
    expect(capabilityDiff(few, many).class).toBe('consent');
    expect(capabilityDiff(many, few).class).toBe('minor');
    expect(capabilityDiff(few, before).class).toBe('minor');
  });

  it.each<[string, JsonObject]>([
    ['loses its marker', { properties: { key: { type: 'string' } } }],
    ['disappears', { properties: {} }],
    ['has other values', { properties: { key: { type: 'string', writeOnly: true, maxLength: 5 } } }],
  ])('requires consent when a secret setting %s', (_what, settings) => {
    const secret = { ...before, settings: { properties: { key: { type: 'string', writeOnly: true } } } };
    expect(capabilityDiff(secret, { ...secret, settings }).class).toBe('consent');
  });

  it('requires consent for a setting whose name was that of a secret', () => {
    const anyName = { ...before, settings: { additionalProperties: { writeOnly: true } } };
    const named = { ...anyName, settings: { ...anyName.settings, properties: { key: { type: 'string' } } } };
    expect(capabilityDiff(anyName, named).class).toBe('consent');
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
    ['fewer scopes', { scopes: { 'records.own': 'Keeps' } }, ['/scopes/wallet.consume']],
    ['a lower rate', { plans: plans({ 'ocr.page': '0.249999', mail: '1' }) }, ['/plans/basic/rates/ocr.page']],
    ['an added plan', { plans: [...(before.plans ?? []), { key: 'max', rates: { fax: '9' } }] }, ['/plans/max']],
    ['a record type of its own', { records: [...before.records!, { type: 'bill', schema: {} }] }, ['/records/bill']],
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
      'pages',
      { ui: { app: { path: '/new' }, panels: [{ key: 'b', path: '/b' }] } },
      ['/ui/app/path', '/ui/panels/a', '/ui/panels/b'],
    ],
  ])('is `minor` for %s', (_what, parts, paths) => {
    const { class: kind, changes } = diff(parts);
    expect({ kind, paths: changes.map(({ path }) => path) }).toEqual({ kind: 'minor', paths });
  });

  it('is `minor` for texts of settings and for more optional settings', () => {
    const label = (title: string) => ({ type: 'string', title, 'x-names': { en: title } });
    const settings = { type: 'object', properties: { title: label('A') }, additionalProperties: false };
    const more = { ...settings, description: 'x', properties: { title: label('B'), size: { type: 'integer' } } };
    expect(capabilityDiff({ ...before, settings }, { ...before, settings: more }).class).toBe('minor');
  });
});

describe('the consent of one installation', () => {
  it('is needed for what its active plan costs, not for other plans', () => {
    const next = { ...before, plans: [...plans({ 'ocr.page': '9', fax: '9' }).slice(0, 1)] };
    expect(['basic', 'pro', null].map((plan) => needsConsent(before, next, plan))).toEqual([true, true, false]);
    const dearer = { ...before, plans: plans({ 'ocr.page': '9' }) };
    expect(['basic', 'pro', null].map((plan) => needsConsent(before, dearer, plan))).toEqual([true, false, false]);
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
