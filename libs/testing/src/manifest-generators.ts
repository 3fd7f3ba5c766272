/** Generators of manifests for property tests. Most manifests are valid; each part occasionally contains an error. */
import fc from 'fast-check';
import { EVENT_TYPES, SCOPES } from '@kushk/manifest';

/** The HTTP APIs reject the key `__proto__` in any body, before a manifest is checked. */
const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('"__proto__"'));

/** Generates a valid value in most cases, otherwise an invalid value or arbitrary JSON. */
const mostly = (valid: fc.Arbitrary<unknown>, ...invalid: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 40 + 40 * invalid.length, arbitrary: valid },
    { weight: 1, arbitrary: json },
    ...invalid.map((value) => ({ weight: 1, arbitrary: fc.constant(value) })),
  );
const oneOf = (valid: unknown[], ...invalid: unknown[]): fc.Arbitrary<unknown> =>
  mostly(fc.constantFrom(...valid), ...invalid);
const shortList = (member: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => mostly(fc.array(member, { maxLength: 2 }));
const object = (members: Record<string, fc.Arbitrary<unknown>>, required: string[]): fc.Arbitrary<object> =>
  fc.tuple(fc.record(members), fc.subarray(Object.keys(members)), fc.nat(40)).map(([whole, included, roll]) => ({
    ...Object.fromEntries(
      Object.entries(whole).filter(([name]) => included.includes(name) || (roll !== 1 && required.includes(name))),
    ),
    ...(roll === 0 ? { extra: 1 } : {}),
  }));
const dictionary = (
  keys: string[],
  invalidKey: string,
  { values, minKeys = 0 }: { values: fc.Arbitrary<unknown>; minKeys?: number },
): fc.Arbitrary<unknown> =>
  mostly(
    fc.dictionary(
      fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: fc.constant(invalidKey) }),
      values,
      { minKeys, maxKeys: 4 },
    ),
  );

const texts = dictionary(['en', 'fa', 'pt-BR'], 'E', { values: oneOf(['Invoices', 'فاکتور'], '', ' '), minKeys: 1 });
const key = oneOf(['a', 'ocr.page', 'basic'], 'A b');
const schema = oneOf(
  [{}, { type: 'object' }, { type: 'object', properties: { a: { type: 'string', pattern: '^a+$' } } }],
  { $ref: '#' },
  { type: 'text' },
  { properties: { a: { pattern: '(?=a)' } } },
);
const identity = {
  schema: oneOf(['1']),
  id: oneOf(['ir.acme.invoices', 'ir.acme'], 'acme'),
  version: oneOf(['1.0.0', '1.0.0-rc.1'], '1.0'),
  publisher: oneOf(['acme'], 'A'),
  plugin_api: oneOf(['1.0'], '1'),
  names: texts,
};
const external = {
  kind: oneOf(['external']),
  base_url: oneOf(['https://acme.ir', 'https://localhost'], 'http://localhost:1', 'http://acme.ir'),
};
const container = {
  kind: oneOf(['instance']),
  image: oneOf([`acme/x@sha256:${'0'.repeat(64)}`], 'acme/x'),
  egress: shortList(oneOf(['a.ir:443', 'b.ir:1', '10.0.0.1:1'], '*:1')),
};
const content = {
  summaries: texts,
  scopes: dictionary([...SCOPES], 'cases.write', { values: oneOf(['why'], '') }),
  records: shortList(object({ type: key, names: texts, schema }, ['type', 'schema'])),
  sources: shortList(oneOf(['message', 'document'])),
  proposals: shortList(
    object(
      {
        record_type: oneOf(['case', 'document'], 'person'),
        actions: oneOf([['create'], ['update'], ['create', 'update']], []),
      },
      ['record_type', 'actions'],
    ),
  ),
  services: shortList(object({ key, unit: oneOf(['page']) }, ['key', 'unit'])),
  plans: shortList(
    object({ key, rates: dictionary(['a', 'ocr.page'], 'x', { values: oneOf(['1', '0.25'], '1000001', '1e3') }) }, [
      'key',
      'rates',
    ]),
  ),
  tools: shortList(
    object({ name: oneOf(['find', 'get'], 'Find'), description: oneOf(['Finds']), input_schema: schema }, [
      'name',
      'description',
      'input_schema',
    ]),
  ),
  events: shortList(oneOf([...EVENT_TYPES], 'x')),
  settings: schema,
  ui: mostly(
    object(
      {
        app: object({ path: oneOf(['/app'], 'app') }, ['path']),
        panels: shortList(object({ key, path: oneOf(['/p'], '//p') }, ['key', 'path'])),
      },
      [],
    ),
  ),
};
const ofKind = (location: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  object({ ...identity, ...location, ...content }, [...Object.keys(identity), ...Object.keys(location)]);
const withPort = fc.oneof(
  { weight: 9, arbitrary: ofKind(container) },
  { weight: 1, arbitrary: ofKind({ ...container, ...external }) },
);
/** Generates manifests in the form in which publishers submit them. */
export const manifests: fc.Arbitrary<unknown> = fc.oneof(
  ofKind(external),
  ofKind({ ...container, port: oneOf([80], 0) }),
  withPort,
);
