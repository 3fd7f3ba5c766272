import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ts from 'typescript';
import { withSources } from '../map/example-sources.js';
import { describeType, type Described } from './json-schema.js';

/** Returns the schema of the type `Data` in a source file. */
function schemaOf(text: string): Described {
  return withSources({ 'data.ts': text }, ({ checker, files }) => {
    const data = files[0]?.statements
      .filter((one) => ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one))
      .find((one) => one.name.text === 'Data');
    return describeType(checker, checker.getTypeAtLocation(data as ts.Node));
  });
}

describe('describeType', () => {
  it('describes an object with all properties, requires the non-optional ones and allows no others', () => {
    expect(
      schemaOf(
        `export interface Data {\n /** Of the person. */\n readonly id: string; readonly count?: number; readonly done: boolean }`,
      ).schema,
    ).toEqual({
      type: 'object',
      required: ['id', 'done'],
      additionalProperties: false,
      properties: {
        id: { description: 'Of the person.', type: 'string' },
        count: { type: 'number' },
        done: { type: 'boolean' },
      },
    });
  });

  it('describes unions as an enum, a list of types or anyOf', () => {
    const { schema } = schemaOf(
      `type Tier = 'a' | 'b'; export interface Data { one: Tier; two: Tier | null; three: string | number | null; four: readonly string[] | null }`,
    );
    expect(schema['properties']).toEqual({
      one: { enum: ['a', 'b'] },
      two: { enum: ['a', 'b', null] },
      three: { type: ['string', 'number', 'null'] },
      four: { anyOf: [{ type: 'null' }, { type: 'array', items: { type: 'string' } }] },
    });
  });

  it('merges intersections and defines each named or recursive type once', () => {
    const described = schemaOf(`
      type Tree = string | null | readonly Tree[] | { readonly [key: string]: Tree };
      type JsonObject = { readonly [key: string]: unknown };
      interface Of { readonly id: string }
      export type Data = Of & { readonly json: Tree; readonly free: JsonObject; readonly of: Of; readonly rates: Readonly<Record<string, number>>; readonly any: unknown };`);
    expect(described.schema['required']).toEqual(['id', 'json', 'free', 'of', 'rates', 'any']);
    expect(described.schema['properties']).toMatchObject({
      of: { $ref: '#/$defs/Of' },
      rates: { additionalProperties: { type: 'number' } },
      any: {},
      free: { type: 'object', additionalProperties: true },
    });
    const validate = new Ajv2020({ allowUnionTypes: true }).compile({ ...described.schema, $defs: described.defs });
    const data = { id: 'x', free: { any: [1] }, of: { id: 'y' }, rates: { a: 1 }, any: 7 };
    expect(validate({ ...data, json: ['a', { b: [null] }] })).toBe(true);
    expect(validate({ ...data, json: [7] })).toBe(false);
    expect(validate({ ...data, json: null, secret: 's' })).toBe(false);
  });

  it('rejects types that JSON cannot represent', () => {
    expect(() => schemaOf('export interface Data { readonly at: () => void }')).toThrow(
      'no JSON Schema for the type () => void',
    );
    expect(() => schemaOf('export interface Data { readonly amount: bigint }')).toThrow(
      'no JSON Schema for the type bigint',
    );
  });
});
