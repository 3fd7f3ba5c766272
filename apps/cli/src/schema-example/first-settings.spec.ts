import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { checkSettings, MASK } from '@kushk/manifest';
import { firstSettings } from './first-settings.js';

const required = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
  ...more,
});

describe('the first settings of a plugin', () => {
  it.each<[string, JsonObject, unknown]>([
    ['a pattern', { type: 'string', pattern: '^sk_[a-z0-9]{8}$' }, 'sk_aaaaaaaa'],
    ['a pattern and a length', { type: 'string', pattern: '^[A-Z]+$', minLength: 3 }, 'AAA'],
    ['a length', { type: 'string', minLength: 10 }, 'examplexxx'],
    ['a short length', { type: 'string', maxLength: 3 }, 'exa'],
    ['an e-mail address', { type: 'string', format: 'email' }, 'person@example.com'],
    ['an address of https', { type: 'string', format: 'uri', pattern: '^https://' }, 'https://example.com/'],
    ['a time', { type: 'string', format: 'date-time' }, '2026-11-20T10:00:00Z'],
    ['a choice', { enum: ['eu', 'ir'] }, 'eu'],
    ['a constant', { const: 3 }, 3],
    ['an example of the manifest', { type: 'string', examples: ['no', 'yes-1'], pattern: '\\d' }, 'yes-1'],
    ['limits', { type: 'integer', minimum: 7, multipleOf: 5 }, 10],
    ['exclusive limits', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ['a fraction', { type: 'number', minimum: 0.25, multipleOf: 0.1 }, 0.3],
    ['a highest value', { type: 'integer', maximum: -3 }, -3],
    ['a list', { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b'] } }, ['a', 'b']],
    ['an object', required({ host: { format: 'hostname', type: 'string' } }), { host: 'example.com' }],
    ['alternatives', { oneOf: [{ type: 'string', minLength: 1, maxLength: 0 }, { type: 'integer' }] }, 1],
    ['parts', { allOf: [{ type: 'string' }, { $ref: '#/$defs/region' }] }, 'ir-1'],
    ['a list of types', { type: ['null', 'string'] }, null],
  ])('fill a required setting with %s', (_what, schema, value) => {
    const settings = required({ it: schema }, { $defs: { region: { pattern: '^ir-\\d$' } } });
    const first = firstSettings({ settings });
    expect(first).toEqual({ settings: { it: value }, filled: ['/it'], problems: [] });
    expect(checkSettings({ settings }, first.settings)).toEqual([]);
  });

  it('keep what is given and the defaults, and fill only what is missing, also what a condition requires', () => {
    const smtp = required({ host: { type: 'string' }, port: { type: 'integer', minimum: 1 } });
    const settings = required(
      { smtp, tone: { type: 'string', default: 'formal' } },
      { additionalProperties: true, dependentRequired: { smtp: ['from'] } },
    );
    expect(firstSettings({ settings }, { smtp: { host: 'mail.ir' } })).toEqual({
      settings: { smtp: { host: 'mail.ir', port: 1 }, tone: 'formal', from: 'example' },
      filled: ['/from', '/smtp/port'],
      problems: [],
    });
  });

  it('name a setting for which no value is found, and one that is given and wrong', () => {
    const settings = required({ never: { type: 'string', not: {} }, region: { enum: ['ir'] } });
    const { problems, filled } = firstSettings({ settings }, { region: 'us' });
    expect([filled, problems.map(({ path, code }) => `${path} ${code}`)]).toEqual([
      [],
      ['/settings/never required', '/settings/region value_unknown'],
    ]);
  });

  it('leave a masked secret as it is', () => {
    const settings = required({ key: { type: 'string', writeOnly: true, pattern: '^sk_' } });
    expect(firstSettings({ settings }, { key: MASK })).toEqual({ settings: { key: MASK }, filled: [], problems: [] });
  });
});
