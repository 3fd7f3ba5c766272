/** Generators of submission bodies: valid bodies, valid bodies with one hostile value, and arbitrary bodies. */
import fc, { type Arbitrary } from 'fast-check';
import { hostileJson, hostileText } from './generators.js';

type Document = Readonly<Record<string, unknown>>;

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/);
const number = fc.nat({ max: 9_999 });
const names = fc.record(
  { en: fc.constantFrom('Invoices', 'A b'), fa: fc.constantFrom('فاکتورها', 'کتاب‌خانه') },
  { requiredKeys: ['en'] },
);

export const versions: Arbitrary<string> = fc
  .tuple(number, number, number, fc.constantFrom('', '', '-rc.1', '-0.a-b'))
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`);

const rest = fc.record(
  {
    scopes: fc.constant({ 'records.own': 'Keeps what it has read', 'cases.read': 'Finds cases' }),
    records: fc.constant([{ type: 'invoice', names: { en: 'Invoice' }, schema: { type: 'object' } }]),
    proposals: fc.constant([{ record_type: 'case', actions: ['update'] }]),
    sources: fc.constant(['document']),
    services: fc.constant([{ key: 'ocr.page', unit: 'page' }]),
    plans: fc.constant([{ key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.25' } }]),
    events: fc.constant(['plugin.wallet.low']),
    ui: fc.constant({
      app: { path: '/app', names: { en: 'App' } },
      panels: [{ key: 'invoice', path: '/panel', names: { en: 'Panel' }, record_type: 'case' }],
    }),
    tools: fc.constant([
      {
        name: 'find_invoice',
        description: 'Finds one',
        input_schema: { type: 'object', properties: { q: { type: 'string' } } },
      },
    ]),
    settings: fc.constant({ type: 'object', properties: { region: { type: 'string' } } }),
  },
  { requiredKeys: [] },
);

/** Manifests of the publisher `acme` with a valid structure. */
export const soundManifest: Arbitrary<Document> = fc
  .tuple(
    fc.record({
      schema: fc.constant('1'),
      id: label.map((name) => `ir.acme.${name}`),
      version: versions,
      publisher: fc.constant('acme'),
      plugin_api: fc.constantFrom('1.0', '2.31'),
      names,
    }),
    fc.oneof(
      fc.record({
        kind: fc.constant('external'),
        base_url: fc.constantFrom('https://plugin.acme.ir', 'https://plugin.acme.ir/deep', 'http://localhost:3000'),
      }),
      fc.record({
        kind: fc.constant('instance'),
        image: fc.constant(`registry.example/acme/invoices@sha256:${'0a'.repeat(32)}`),
        egress: fc.constantFrom<readonly string[]>([], ['api.acme.ir:443']),
      }),
    ),
    rest,
  )
  .map(([head, run, more]) => ({ ...head, ...run, ...more }));

/** A path into a document: for each level, the index of a member. fast-check shrinks such small numbers well. */
export const steps = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 });

/** Replaces, removes or adds one member somewhere in the document. */
export function broken(document: unknown, [step = 0, ...deeper]: readonly number[], change: Change): unknown {
  if (typeof document !== 'object' || document === null) return change.value;
  const keys = Object.keys(document);
  const key = keys[step % Math.max(keys.length, 1)];
  const copy: Record<string, unknown> = Array.isArray(document) ? ([...document] as never) : { ...document };
  if (key === undefined) return change.value;
  if (deeper.length > 0) copy[key] = broken(copy[key], deeper, change);
  else if (change.how === 'remove') delete copy[key];
  else if (change.how === 'add' && Array.isArray(copy)) copy.push(change.value);
  else if (change.how === 'add')
    Object.defineProperty(copy, change.name, { value: change.value, enumerable: true, configurable: true });
  else copy[key] = change.value;
  return copy;
}
export interface Change {
  readonly how: 'replace' | 'remove' | 'add';
  readonly name: string;
  readonly value: unknown;
}
export const change: Arbitrary<Change> = fc.record({
  how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  name: hostileText,
  value: hostileJson,
});

export const manifest: Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: soundManifest },
  {
    weight: 6,
    arbitrary: fc.tuple(soundManifest, steps, change).map(([sound, path, what]) => broken(sound, path, what)),
  },
  { weight: 1, arbitrary: hostileJson },
);

const notes = fc.oneof(
  hostileText,
  fc.constantFrom('x'.repeat(4_000), 'x'.repeat(4_001), '👋'.repeat(4_000), '👋'.repeat(4_001), null),
  hostileJson,
);
const tier = fc.oneof(fc.constantFrom('community', 'verified', 'private', '', null), hostileJson);

/** The request body as JSON text. */
export const submission: Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record(
        {
          manifest,
          notes: fc.oneof({ weight: 5, arbitrary: fc.constant('Adds OCR') }, { weight: 1, arbitrary: notes }),
          requested_tier: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: tier }),
        },
        { requiredKeys: [] },
      )
      .map(written),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(soundManifest, hostileText, hostileJson)
      .map(([sound, name, value]) => written({ manifest: sound, [name]: value })),
  },
  { weight: 1, arbitrary: hostileJson.map(written) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(soundManifest.map(written), fc.nat({ max: 400 }), hostileText)
      .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at)),
  },
);

function written(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}
