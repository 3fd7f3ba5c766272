/** Manifests of every shape that specs begin with: right, and wrong in every part now and then. */
import fc from 'fast-check';
import { EVENT_TYPES, SCOPES } from '@kushk/manifest';

/** Mostly right, and wrong in every part now and then. */
const mostly = (right: fc.Arbitrary<unknown>, ...wrong: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 40 + 40 * wrong.length, arbitrary: right },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    ...wrong.map((value) => ({ weight: 1, arbitrary: fc.constant(value) })),
  );
const oneOf = (right: unknown[], ...wrong: unknown[]): fc.Arbitrary<unknown> =>
  mostly(fc.constantFrom(...right), ...wrong);
const few = (member: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => mostly(fc.array(member, { maxLength: 2 }));
const part = (members: Record<string, fc.Arbitrary<unknown>>, required: string[]): fc.Arbitrary<object> =>
  fc.tuple(fc.record(members), fc.subarray(Object.keys(members)), fc.nat(40)).map(([whole, kept, die]) => ({
    ...Object.fromEntries(
      Object.entries(whole).filter(([name]) => kept.includes(name) || (die !== 1 && required.includes(name))),
    ),
    ...(die === 0 ? { extra: 1 } : {}),
  }));
const dictionary = (
  keys: string[],
  wrongKey: string,
  values: fc.Arbitrary<unknown>,
  minKeys = 0,
): fc.Arbitrary<unknown> =>
  mostly(
    fc.dictionary(
      fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: fc.constant(wrongKey) }),
      values,
      { minKeys, maxKeys: 4 },
    ),
  );

const texts = dictionary(['en', 'fa', 'pt-BR'], 'E', oneOf(['Invoices', 'فاکتور'], '', ' '), 1);
const key = oneOf(['a', 'ocr.page', 'basic'], 'A b');
const schema = oneOf(
  [{}, { type: 'object' }, { type: 'object', properties: { a: { type: 'string', pattern: '^a+$' } } }],
  { $ref: '#' },
  { type: 'text' },
  { properties: { a: { pattern: '(?=a)' } } },
);
const about = {
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
  egress: few(oneOf(['a.ir:443', 'b.ir:1', '10.0.0.1:1'], '*:1')),
};
const rest = {
  summaries: texts,
  scopes: dictionary([...SCOPES], 'cases.write', oneOf(['why'], '')),
  records: few(part({ type: key, names: texts, schema }, ['type', 'schema'])),
  sources: few(oneOf(['message', 'document'])),
  proposals: few(
    part(
      {
        record_type: oneOf(['case', 'document'], 'person'),
        actions: oneOf([['create'], ['update'], ['create', 'update']], []),
      },
      ['record_type', 'actions'],
    ),
  ),
  services: few(part({ key, unit: oneOf(['page']) }, ['key', 'unit'])),
  plans: few(
    part({ key, rates: dictionary(['a', 'ocr.page'], 'x', oneOf(['1', '0.25'], '1000001', '1e3')) }, ['key', 'rates']),
  ),
  tools: few(
    part({ name: oneOf(['find', 'get'], 'Find'), description: oneOf(['Finds']), input_schema: schema }, [
      'name',
      'description',
      'input_schema',
    ]),
  ),
  events: few(oneOf([...EVENT_TYPES], 'x')),
  settings: schema,
  ui: mostly(
    part(
      {
        app: part({ path: oneOf(['/app'], 'app') }, ['path']),
        panels: few(part({ key, path: oneOf(['/p'], '//p') }, ['key', 'path'])),
      },
      [],
    ),
  ),
};
const ofKind = (location: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  part({ ...about, ...location, ...rest }, [...Object.keys(about), ...Object.keys(location)]);
const port = fc.oneof(
  { weight: 9, arbitrary: ofKind(container) },
  { weight: 1, arbitrary: ofKind({ ...container, ...external }) },
);
/** Manifests as they are sent, each wrong in some of its parts now and then. */
export const manifests: fc.Arbitrary<unknown> = fc.oneof(
  ofKind(external),
  ofKind({ ...container, port: oneOf([80], 0) }),
  port,
);
