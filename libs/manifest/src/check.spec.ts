import { describe, expect, it } from '@jest/globals';
import { checkContent, checkStructure, blockingProblems, type Manifest } from './index.js';

const external: Manifest = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.4.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices', fa: 'فاکتورها' },
  base_url: 'https://plugin.acme.ir',
};
const container: Manifest = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.4.0',
  publisher: 'acme',
  kind: 'instance',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
  image: `registry.example/acme/invoices@sha256:${'a'.repeat(64)}`,
  egress: ['api.acme.ir:443'],
};
const production = { production: true };
const structureProblems = (manifest: unknown, options = production): string[] =>
  checkStructure(manifest, options).map(({ path, code }) => `${path} ${code}`);
const contentProblems = (parts: object): string[] =>
  checkContent({ ...external, ...parts }).map(({ path, code }) => `${path} ${code}`);

describe('checkStructure', () => {
  it('accepts an external plugin and a container', () => {
    expect(structureProblems(external)).toEqual([]);
    expect(structureProblems(container)).toEqual([]);
  });

  it('accepts a plugin that polls with and without base_url, and no other plugin without it', () => {
    const { base_url: _address, ...withoutAddress } = external;
    const polledContainer = { ...container, delivery: 'poll' };
    expect(structureProblems({ ...external, delivery: 'poll' })).toEqual([]);
    expect(structureProblems({ ...withoutAddress, delivery: 'poll' })).toEqual([]);
    expect(structureProblems(withoutAddress)).toEqual(['/base_url required']);
    expect(structureProblems({ ...external, delivery: 'push' })).toEqual(['/delivery delivery_unknown']);
    expect(structureProblems(polledContainer)).toEqual(['/delivery not_for_kind']);
  });

  it.each([undefined, null, 'text', 3, [external], true])('returns one problem when the manifest is %p', (manifest) => {
    expect(checkStructure(manifest, production)).toHaveLength(1);
  });

  it('returns all problems in document order, with a missing field first in its object', () => {
    const { id: _id, ...withoutId } = external;
    expect(
      structureProblems({
        colour: 'red',
        ...withoutId,
        version: '1',
        names: {},
        plugin_api: 1,
        records: 'not checked',
      }),
    ).toEqual([
      '/id required',
      '/colour unknown_field',
      '/version version_invalid',
      '/plugin_api type',
      '/names empty',
    ]);
  });

  it('describes a problem in English and Persian and gives a hint', () => {
    const [problem] = checkStructure({ ...external, names: { en: 1 } }, production);
    expect(problem).toEqual({
      code: 'type',
      severity: 'error',
      path: '/names/en',
      message: 'must be string, not integer',
      message_fa: 'باید متن باشد، نه عدد صحیح',
      hint: 'put it in quotes',
      hint_fa: 'آن را داخل گیومه بگذارید',
      stage: 'submission',
    });
  });

  it.each([
    ['version', 1.4, 'for example version: 1.0.0'],
    ['plugin_api', 1, 'for example plugin_api: "1.0"'],
    ['plugin_api', 1.5, 'put it in quotes'],
  ])('says of the number in %s what to write, and never what would be wrong as well', (field, value, hint) => {
    expect(checkStructure({ ...external, [field]: value }, production)).toMatchObject([{ code: 'type', hint }]);
  });

  it.each([
    ['80', 'write it without quotes'],
    ['80.5', 'for example port: 8080'],
    ['eighty', 'for example port: 8080'],
  ])('says how to write the port %j', (port, hint) => {
    const [problem] = checkStructure({ ...container, port }, production);
    expect(problem).toMatchObject({ path: '/port', code: 'type' });
    expect(problem?.hint).toBe(hint);
  });

  it('suggests the name of a tool in the form that is valid', () => {
    const tools = [{ name: 'free-slots', description: 'Finds', input_schema: { type: 'object' } }];
    const [problem] = checkContent({ ...external, tools });
    expect(problem).toMatchObject({ code: 'tool_name_invalid', hint: expect.stringMatching(/free_slots\?/) });
  });

  it('suggests the name that was probably meant, and lists the allowed values', () => {
    const manifest = {
      ...external,
      kind: 'extrenal',
      summary: {},
      scopes: { 'record.own': 'Keeps records' },
      tools: [
        {
          name: 'find',
          descripton: 'Finds',
          description: 'Finds',
          input_schema: { type: 'object', properties: { a: { type: 'strng' }, b: { type: 'string', minLenght: 1 } } },
        },
      ],
      settings: {
        type: 'object',
        properties: { b: { type: 'string', minLenght: 1, 'x-minLenght': 1 } },
        hour: { type: 'integer' },
        example: { kind: 'integer' },
      },
    };
    const found = [...checkStructure(manifest, production), ...checkContent(manifest)];
    expect(found.map(({ path, code, hint }) => `${path} ${code}: ${hint}`)).toEqual(
      expect.arrayContaining([
        '/kind value_unknown: did you mean external?',
        '/summary unknown_field: did you mean summaries?',
        expect.stringMatching(/^\/scopes\/record.own scope_unknown: did you mean records.own\? one of: records.own, /),
        '/tools/0/descripton unknown_field: did you mean description?',
        '/tools/0/input_schema/properties/a/type schema_value_unknown: did you mean string?',
        '/settings/properties/b/minLenght schema_keyword_unknown: did you mean minLength?',
        expect.stringMatching(/^\/settings\/hour schema_keyword_unknown: did you mean properties.hour\?/),
      ]),
    );
    expect(found.find(({ path }) => path === '/kind')).toMatchObject({
      message: 'must be one of: external, instance',
      hint_fa: 'منظورتان external بود؟',
    });
    expect(found.find(({ code }) => code === 'schema_value_unknown')?.message).toMatch(/one of: .*boolean.*string/);
  });

  it("writes numbers in the digits of the message's language", () => {
    expect(checkStructure({ ...external, id: `ir.${'a'.repeat(126)}` }, production)).toMatchObject([
      { message: 'must have at most 128 characters', message_fa: 'باید حداکثر ۱۲۸ نویسه داشته باشد' },
    ]);
  });

  it.each([
    ['id', 'invoices', 'id_invalid'],
    ['id', 'ir.Acme', 'id_invalid'],
    ['id', 'ir..acme', 'id_invalid'],
    ['id', `ir.${'a'.repeat(126)}`, 'too_long'],
    ['version', '1.0', 'version_invalid'],
    ['version', '1.0.0+build', 'version_invalid'],
    ['version', '01.0.0', 'version_invalid'],
    ['version', '^1.0.0', 'version_invalid'],
    ['version', `1.0.0-${'a'.repeat(60)}`, 'too_long'],
    ['schema', '2', 'schema_version'],
    ['schema', 1, 'schema_version'],
    ['kind', 'internal', 'value_unknown'],
    ['plugin_api', '1', 'plugin_api_invalid'],
    ['plugin_api', '^1.0', 'plugin_api_invalid'],
    ['plugin_api', '01.0', 'plugin_api_invalid'],
    ['publisher', 'Acme', 'publisher_invalid'],
    ['publisher', '', 'publisher_invalid'],
  ])('rejects the %s %p with the problem %s', (field, value, code) => {
    expect(structureProblems({ ...external, [field]: value })).toEqual([`/${field} ${code}`]);
  });

  it.each([
    ['http://plugin.acme.ir', 'base_url_not_https'],
    ['ftp://plugin.acme.ir', 'base_url_invalid'],
    ['plugin.acme.ir', 'base_url_invalid'],
    ['https://user:secret@plugin.acme.ir', 'base_url_invalid'],
    ['https://plugin.acme.ir?x=1', 'base_url_invalid'],
    ['https://plugin.acme.ir/#x', 'base_url_invalid'],
    ['https://plugin.acme.ir/a b', 'base_url_invalid'],
    ['https:\\\\plugin.acme.ir', 'base_url_invalid'],
    ['https://plugin.acme.ir:0', 'base_url_invalid'],
    ['https://Plugin.acme.ir', 'base_url_not_canonical'],
    ['https://plugin.acme.ir:443', 'base_url_not_canonical'],
    ['https://plugin.acme.ir/a/../b', 'base_url_not_canonical'],
    ['https://2130706433', 'base_url_not_canonical'],
    ['https://افزونه.ir', 'base_url_not_canonical'],
    ['http://localhost:3000', 'base_url_not_https'],
    ['', 'empty'],
    ['https://.', 'base_url_invalid'],
    ['https://plugin..ir', 'base_url_invalid'],
    ['https://*.acme.ir', 'base_url_invalid'],
    ['https://plugin.acme.ir.', 'base_url_invalid'],
    ['https://-x.ir', 'base_url_invalid'],
    ['https://a_b.ir', 'base_url_invalid'],
    [`https://${'a'.repeat(64)}.ir`, 'base_url_invalid'],
  ])('rejects base_url %s in production with the problem %s', (base_url, code) => {
    expect(structureProblems({ ...external, base_url })).toEqual([`/base_url ${code}`]);
  });

  it.each([
    'https://plugin.acme.ir/',
    'https://plugin.acme.ir/kushk/v1',
    'https://plugin.acme.ir:8443/x/',
    'https://[2001:db8::1]',
  ])('accepts base_url %s', (base_url) => {
    expect(structureProblems({ ...external, base_url })).toEqual([]);
  });

  it.each([
    'http://localhost:3000',
    'http://p1.localhost:3000',
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://[::1]:3000/x',
  ])('accepts base_url %s outside production', (base_url) => {
    expect(structureProblems({ ...external, base_url }, { production: false })).toEqual([]);
  });

  it.each(['http://10.0.0.1', 'http://localhost.acme.ir', 'http://127.0.0.1.acme.ir'])(
    'rejects base_url %s outside production, because it is neither https nor local',
    (base_url) => {
      expect(structureProblems({ ...external, base_url }, { production: false })).toEqual([
        '/base_url base_url_not_https',
      ]);
    },
  );

  it('requires the fields that say where a plugin of its kind runs, and rejects those of the other kind', () => {
    const { base_url: _url, ...without } = external;
    expect(structureProblems(without)).toEqual(['/base_url required']);
    expect(structureProblems({ ...external, image: container.image, port: 80, egress: [] })).toEqual([
      '/image not_for_kind',
      '/port not_for_kind',
      '/egress not_for_kind',
    ]);
    const { image: _image, egress: _egress, ...bare } = container;
    expect(structureProblems({ ...bare, base_url: 'http://nowhere' })).toEqual([
      '/image required',
      '/egress required',
      '/base_url not_for_kind',
    ]);
  });

  it.each([
    ['image', 'registry.example/acme/invoices:1.4', 'image_invalid'],
    ['image', 'acme@sha256:abc', 'image_invalid'],
    ['image', `UPPER/x@sha256:${'a'.repeat(64)}`, 'image_invalid'],
    ['port', 0, 'too_low'],
    ['port', 65_536, 'too_high'],
    ['port', 80.5, 'type'],
    ['port', '80', 'type'],
  ])('rejects the %s %p of a container with the problem %s', (field, value, code) => {
    expect(structureProblems({ ...container, [field]: value })).toEqual([`/${field} ${code}`]);
  });

  it.each([
    '*.acme.ir:443',
    'api.acme.ir',
    'api.acme.ir:0',
    'api.acme.ir:65536',
    'https://api.acme.ir:443',
    'API.acme.ir:443',
    'api.acme.ir:443/x',
    '*:443',
    '999.1.1.1:80',
    'acme.1:80',
    '[::::]:1',
    '[1:2:3]:1',
    '[1::2::3]:1',
    '[::12345]:1',
    `${'a'.repeat(64)}.ir:1`,
  ])('rejects egress to %s', (destination) => {
    expect(structureProblems({ ...container, egress: ['a.ir:1', destination] })).toEqual(['/egress/1 egress_invalid']);
  });

  it('accepts an empty egress and IP addresses, and rejects duplicates', () => {
    expect(structureProblems({ ...container, egress: [] })).toEqual([]);
    expect(
      structureProblems({
        ...container,
        egress: [
          '10.0.0.1:5432',
          '[2001:db8::1]:443',
          '[::]:1',
          '[::1]:1',
          '[fe80::]:1',
          '[1:2:3:4:5:6:7:8]:1',
          '[1:2:3:4:5:6:7::]:1',
          '[1::3:4:5:6:7:8]:1',
          'redis:6379',
          'xn--mgba3a4f.ir:443',
        ],
      }),
    ).toEqual([]);
    expect(structureProblems({ ...container, egress: ['a.ir:1', 'a.ir:1'] })).toEqual(['/egress/1 duplicate']);
  });

  it('rejects values that cannot be stored, signed or displayed', () => {
    expect(structureProblems({ ...external, names: { en: 'a\u0000b' } })).toEqual(['/names/en text_unsafe']);
    expect(structureProblems({ ...external, names: { en: 'pay\u202Eyap' } })).toEqual(['/names/en text_unsafe']);
    expect(structureProblems({ ...external, names: { en: '  ' } })).toEqual(['/names/en text_blank']);
    for (const invisible of ['\u200C', '\u2800 ', '\u200E\u3164'])
      expect(structureProblems({ ...external, names: { en: invisible } })).toEqual(['/names/en text_blank']);
    for (const hidden of ['\u00AD', '\u180E', '\u200B', '\u2060', '\uFEFF'])
      expect(structureProblems({ ...external, names: { en: `${hidden}Kushk` } })).toEqual(['/names/en text_unsafe']);
    expect(structureProblems({ ...external, names: { fa: 'می\u200Cخواند' } })).toEqual([]);
    expect(structureProblems({ ...external, settings: { 'a\uD800': { default: '\uDC00' } } })).toEqual([
      '/settings/a\uD800 text_unsafe',
      '/settings/a\uD800/default text_unsafe',
    ]);
    expect(structureProblems({ ...external, settings: JSON.parse('{"__proto__": {"x": 1e999}}') })).toEqual([
      '/settings/__proto__ key_forbidden',
      '/settings/__proto__/x number_unsafe',
    ]);
    let deep: object = {};
    for (let level = 0; level < 70; level += 1) deep = { deep };
    expect(structureProblems({ ...external, settings: deep })).toEqual([' too_deep']);
  });
});

describe('checkContent', () => {
  it('rejects tools and pages of a plugin that polls without base_url', () => {
    const parts = {
      delivery: 'poll',
      tools: [{ name: 'find', description: 'Finds', input_schema: { type: 'object' } }],
      ui: { app: { path: '/app' } },
    };
    expect(contentProblems({ ...parts, base_url: undefined })).toEqual([
      '/tools base_url_needed',
      '/ui base_url_needed',
    ]);
    expect(contentProblems(parts)).toEqual([]);
    expect(contentProblems({ delivery: 'poll', base_url: undefined })).toEqual([]);
  });

  const service = { key: 'ocr.page', unit: 'page' };

  it('accepts capabilities with their scopes', () => {
    expect(
      contentProblems({
        scopes: {
          'records.own': 'a',
          'proposals.case': 'b',
          'sources.intake.document': 'c',
          'wallet.consume': 'd',
          'cases.read': 'e',
        },
        records: [{ type: 'invoice', names: { en: 'Invoice' }, schema: { type: 'object' } }],
        proposals: [{ record_type: 'case', actions: ['update'] }],
        sources: ['document'],
        services: [service],
        plans: [{ key: 'basic', rates: { 'ocr.page': '0.25' } }],
        tools: [{ name: 'find_invoice', description: 'Finds', input_schema: { type: 'object' } }],
        events: ['plugin.wallet.low'],
        settings: { type: 'object' },
        ui: { app: { path: '/app' }, panels: [{ key: 'invoice', path: '/panel', record_type: 'case' }] },
      }),
    ).toEqual([]);
  });

  it('names the missing scope of each capability', () => {
    expect(
      contentProblems({
        records: [{ type: 'invoice', schema: {} }],
        proposals: [{ record_type: 'case', actions: ['create'] }],
        sources: ['message'],
        plans: [{ key: 'basic', rates: {} }],
      }),
    ).toEqual([
      '/records scope_missing',
      '/proposals/0/record_type scope_missing',
      '/sources/0 scope_missing',
      '/plans scope_missing',
    ]);
    expect(checkContent({ ...external, sources: ['message'] })[0]?.message).toBe(
      'needs the scope sources.intake.message',
    );
  });

  it('reports an unused scope as advice that does not block a release', () => {
    const problems = checkContent({
      ...external,
      scopes: { 'wallet.consume': 'why', 'memory.read': 'why', 'cases.write': 'why' },
    });
    expect(problems.map(({ code }) => code)).toEqual(['scope_unused', 'scope_unknown']);
    expect(blockingProblems(problems).map(({ path }) => path)).toEqual(['/scopes/cases.write']);
  });

  it.each([
    ['2.3333333', 'for example "2.333333", in quotes'],
    ['0.0000001', 'for example "0.25", in quotes'],
  ])('for the rate %p with too many places hints: %p', (rate, hint) => {
    const plans = [{ key: 'basic', rates: { 'ocr.page': rate } }];
    expect(checkContent({ ...external, plans }).find(({ code }) => code === 'rate_invalid')?.hint).toBe(hint);
  });

  it.each([
    ['1000000', null],
    ['1000000.000001', 'rate_too_high'],
    ['99999999999999999999', 'rate_too_high'],
    ['0.0000001', 'rate_invalid'],
    ['-1', 'rate_invalid'],
    ['1e3', 'rate_invalid'],
    ['01', 'rate_invalid'],
    ['', 'rate_invalid'],
    [0.25, 'type'],
    ['0', null],
  ])('for the rate %p returns the problem code %p', (rate, code) => {
    const found = contentProblems({
      scopes: { 'wallet.consume': 'why' },
      services: [service],
      plans: [{ key: 'basic', rates: { 'ocr.page': rate } }],
    });
    expect(found).toEqual(code === null ? [] : [`/plans/0/rates/ocr.page ${code}`]);
  });

  it('rejects a rate for a service that is not declared', () => {
    expect(
      contentProblems({ scopes: { 'wallet.consume': 'why' }, plans: [{ key: 'basic', rates: { 'ocr.page': '1' } }] }),
    ).toEqual(['/plans/0/rates/ocr.page service_undeclared']);
  });

  it('rejects duplicate names within one list', () => {
    const tool = { name: 'find', description: 'x', input_schema: {} };
    expect(
      contentProblems({
        tools: [tool, tool],
        services: [service, service],
        events: ['plugin.ping', 'plugin.ping'],
        ui: {
          panels: [
            { key: 'a', path: '/a' },
            { key: 'a', path: '/b' },
          ],
        },
      }),
    ).toEqual([
      '/tools/1/name duplicate',
      '/services/1/key duplicate',
      '/events/1 duplicate',
      '/ui/panels/1/key duplicate',
    ]);
  });

  it.each(['app', '//evil.ir', 'https://evil.ir', '/../x', '/a/../b', '/a//b', '/%2e%2e', '\\x', ''])(
    'rejects the page path %p, which is not below base_url',
    (path) => {
      expect(contentProblems({ ui: { app: { path } } })).toEqual(['/ui/app/path path_not_relative']);
    },
  );

  it('reports an object with its own toString as a wrong type', () => {
    const trick = { toString: 0 };
    expect(contentProblems({ proposals: [{ record_type: trick, actions: ['update'] }], sources: [trick] })).toEqual([
      '/proposals/0/record_type type',
      '/proposals/0/record_type value_unknown',
      '/sources/0 type',
      '/sources/0 value_unknown',
    ]);
    expect(contentProblems({ settings: { type: trick } })).toEqual(['/settings/type schema_value_unknown']);
  });

  it('distinguishes schemas that have the same JSON text, such as a minimum of null and of Infinity', () => {
    const bounded = (minimum: unknown) =>
      contentProblems({ settings: { type: 'object', properties: { age: { minimum } } } });
    expect(bounded(null)).toEqual(['/settings/properties/age/minimum schema_invalid']);
    expect(bounded(Infinity)).toEqual([]);
    expect(bounded(null)).toEqual(['/settings/properties/age/minimum schema_invalid']);
  });

  it('reports each kind of shape error with its own code', () => {
    expect(
      contentProblems({
        tools: [{ name: 'Find', description: '', input_schema: [], more: 1 }],
        events: ['plugin.x'],
        sources: 'document',
        records: [{ type: 'A' }],
        ui: { pages: [] },
      }),
    ).toEqual([
      '/tools/0/name tool_name_invalid',
      '/tools/0/description empty',
      '/tools/0/input_schema type',
      '/tools/0/more unknown_field',
      '/events/0 event_unknown',
      '/sources type',
      '/records scope_missing',
      '/records/0/schema required',
      '/records/0/type key_invalid',
      '/ui/pages unknown_field',
    ]);
  });

  it('limits the number of problems for a manifest with a hundred thousand mistakes', () => {
    expect(contentProblems({ tools: Array.from({ length: 100_000 }, () => 0) })).toEqual([' too_expensive']);
    const problems = checkStructure(
      { ...external, ...Object.fromEntries(Array.from({ length: 10_000 }, (_unused, index) => [`k${index}`, 0])) },
      production,
    );
    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)?.code).toBe('too_many_problems');
  });

  it('limits the size of the problem list when every path repeats a very long name', () => {
    const patterns = Object.fromEntries(Array.from({ length: 2_000 }, (_unused, index) => [`(${index}`, true]));
    const problems = checkContent({
      settings: { properties: { ['k'.repeat(30_000)]: { patternProperties: patterns } } },
    });
    expect(problems.at(-1)?.code).toBe('too_many_problems');
    expect(JSON.stringify(problems).length).toBeLessThan(2_000_000);
  });
});
