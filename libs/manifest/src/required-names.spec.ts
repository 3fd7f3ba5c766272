import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { checkContent, checkSource } from './index.js';

const text = { type: 'string' };
const problemsOf = (schema: JsonObject): string[] =>
  checkContent({ tools: [{ name: 'find', description: 'Finds', input_schema: { type: 'object', ...schema } }] }).map(
    ({ path, severity, hint = '' }) =>
      `${severity} ${path.replace('/tools/0/input_schema/', '')}: ${hint.split('?')[0]}`,
  );

describe('a name in `required` that is not in `properties`', () => {
  it.each<[string, JsonObject, string[]]>([
    [
      'is an error where no other property is allowed',
      { properties: { number: text }, required: ['numbr'], additionalProperties: false },
      ['error required/0: did you mean number'],
    ],
    [
      'is an error where another schema of the value defines it, but this one forbids it',
      { properties: { number: text }, allOf: [{ required: ['number'], additionalProperties: false }] },
      ['error allOf/0/required/0: define number in properties, or correct it here'],
    ],
    [
      'is an error where no schema of the value evaluates it',
      { allOf: [{ properties: { number: text } }], required: ['number', 'nmae'], unevaluatedProperties: false },
      ['error required/1: define nmae in properties, or correct it here'],
    ],
    [
      'is a warning where other properties are allowed',
      {
        properties: { number: text, line: { properties: { amount: text }, required: ['amuont'] } },
        required: ['number', 'numbers'],
      },
      [
        'warning properties/line/required/0: did you mean amount',
        'warning required/1: define numbers in properties, or correct it here',
      ],
    ],
    [
      'is a warning without any properties',
      { required: ['a'] },
      ['warning required/0: define a in properties, or correct it here'],
    ],
  ])('%s', (_what, schema, problems) => {
    expect(problemsOf(schema)).toEqual(problems);
  });

  it.each<[string, JsonObject]>([
    ['a pattern', { patternProperties: { '^x-': text }, required: ['x-a'], additionalProperties: false }],
    ['a schema for all other properties', { additionalProperties: text, required: ['a'] }],
    ['the schema around it', { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
    [
      'the schema that it refers to',
      {
        $ref: '#/$defs/line',
        required: ['a'],
        unevaluatedProperties: false,
        $defs: { line: { properties: { a: text } } },
      },
    ],
    [
      'the schema of the same member elsewhere',
      {
        properties: { to: { properties: { zip: text } } },
        then: { properties: { to: { required: ['zip'] } } },
        if: {},
      },
    ],
    ['a schema that must not match', { properties: { a: text }, not: { required: ['b'] } }],
  ])('is no problem when it is defined by %s', (_what, schema) => {
    expect(problemsOf(schema)).toEqual([]);
  });

  it('is shown at its line, in English and Persian', () => {
    const manifest = [
      'settings:',
      '  type: object',
      '  additionalProperties: false',
      '  properties: { region: { type: string } }',
      '  required:',
      '    - regoin',
    ];
    const problem = checkSource(manifest.join('\n'), { production: true }).problems.find(
      ({ path }) => path === '/settings/required/0',
    );
    expect(problem).toMatchObject({
      line: 6,
      severity: 'error',
      message: 'requires regoin, which is not in properties while additionalProperties is false: no value can be valid',
      hint: 'did you mean region? define regoin in properties, or correct it here',
      hint_fa: 'منظورتان region بود؟ ‏regoin را در properties تعریف کنید یا نامش را اینجا درست کنید',
    });
  });

  it('is compared with patterns only within a budget', () => {
    const schema = {
      patternProperties: { '^(a|aa){1,200}$': text },
      required: Array.from({ length: 500 }, (_unused, index) => `${'a'.repeat(100)}b${index}`),
      properties: {},
    };
    expect(problemsOf(schema)).toEqual(['error /tools/0/input_schema: simplify the schema or send less data']);
  });
});
