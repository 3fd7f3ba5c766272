import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@kushk/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {
  Allow,
  ArrayMaxSize,
  ArrayUnique,
  getMetadataStorage,
  IsArray,
  IsBoolean,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { bodyOf, Nested } from './dto.js';
import { CodePoints, IsTime, UniqueItems } from './dto-constraints.js';
import { Refused } from './refused.js';

class Inner {
  @IsArray() @ArrayMaxSize(2) @UniqueItems() @IsString({ each: true }) readonly names: readonly string[];
}
class ExampleBody {
  @IsString() @CodePoints(1, 5) readonly title: string;
  @IsOptional() @IsInt() @Min(1) @Max(10) readonly count?: number | null;
  @IsOptional() @IsIn(['a', 'b']) readonly kind?: 'a' | 'b' | null;
  @IsOptional() @Nested(Inner) readonly inner?: Inner | null;
}
class EveryBody {
  @IsString() @CodePoints(1, 5) readonly text: string;
  @IsOptional() @IsString() @Matches(/^[a-z]{1,3}$/) readonly code?: string | null;
  @IsOptional() @IsInt() @Min(1) @Max(10) readonly whole?: number | null;
  @IsOptional() @IsNumber() readonly decimal?: number | null;
  @IsOptional() @IsBoolean() readonly flag?: boolean | null;
  @IsOptional() @IsObject() readonly object?: object | null;
  @IsIn(['a', 'b']) readonly kind: 'a' | 'b';
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(2)
  @UniqueItems()
  @IsString({ each: true })
  readonly list?: readonly string[] | null;
  @Nested(Inner) readonly inner: Inner;
}

const Example = bodyOf(ExampleBody);
const Every = bodyOf(EveryBody);

function problemsOf(value: unknown, schema: { readonly read: (value: unknown) => unknown } = Example) {
  try {
    schema.read(value);
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return (error.params['problems'] as Problem[]).map(({ code, path }) => ({ code, path }));
  }
}

describe('bodyOf', () => {
  it('returns a valid body unchanged', () => {
    const value = { title: 'x', count: null, inner: { names: ['a'] } };
    expect(Example.read(value)).toBe(value);
  });

  it('returns all problems of a body, each with its JSON Pointer', () => {
    expect(problemsOf({ count: 0, kind: 'c', 'a/b': 1, inner: { names: ['a', 1], more: true } })).toEqual([
      { code: 'unknown_field', path: '/a~1b' },
      { code: 'required', path: '/title' },
      { code: 'range', path: '/count' },
      { code: 'enum', path: '/kind' },
      { code: 'unknown_field', path: '/inner/more' },
      { code: 'type', path: '/inner/names/1' },
    ]);
  });

  it('treats a missing body as an empty object', () => {
    expect(problemsOf(undefined)).toEqual([{ code: 'required', path: '/title' }]);
  });

  it.each([[[]], ['text'], [null], [7]])('rejects the body %j, which is not an object', (value) => {
    expect(problemsOf(value)).toEqual([{ code: 'type', path: '' }]);
  });

  it('names the whole body and how PHP writes an empty object when the body is a list', () => {
    const refusal = (): unknown => Example.read([]);
    expect(refusal).toThrow(
      expect.objectContaining({
        params: {
          problems: [
            expect.objectContaining({
              message: 'the whole body must be a JSON object, {…}',
              hint: expect.stringContaining('(object) []'),
            }),
          ],
        },
      }),
    );
  });

  it('accepts null only for optional fields', () => {
    expect(problemsOf({ title: null })).toEqual([{ code: 'type', path: '/title' }]);
    expect(problemsOf({ title: 'x', count: null, kind: null, inner: null })).toBeNull();
  });

  it('rejects unknown fields whose names every JavaScript object inherits', () => {
    expect(problemsOf({ title: 'x', constructor: 1, toString: 2 })).toEqual([
      { code: 'unknown_field', path: '/constructor' },
      { code: 'unknown_field', path: '/toString' },
    ]);
  });

  it('lists at most a hundred unknown fields and counts the rest', () => {
    const problems = problemsOf({
      title: 'x',
      ...Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`f${index}`, 1])),
    });
    expect(problems).toHaveLength(101);
    expect(problems?.at(-1)).toEqual({ code: 'too_many_problems', path: '' });
  });

  it('compares the items of the longest list that fits into a body', () => {
    class ManyBody {
      @IsArray() @UniqueItems() readonly names: readonly string[];
    }
    const names = Array.from({ length: 250_000 }, (_, index) => String(index));
    expect(problemsOf({ names }, bodyOf(ManyBody))).toBeNull();
    expect(problemsOf({ names: [...names, '7'] }, bodyOf(ManyBody))).toHaveLength(1);
    class QuadraticBody {
      @IsArray() @ArrayUnique() readonly names: readonly string[];
    }
    expect(() => bodyOf(QuadraticBody)).toThrow('arrayUnique');
  });

  it('counts a surrogate pair and a variation selector as one character each, as JSON Schema does', () => {
    expect(problemsOf({ title: '😀'.repeat(5) })).toBeNull();
    expect(problemsOf({ title: '😀'.repeat(6) })).toEqual([{ code: 'length', path: '/title' }]);
    expect(problemsOf({ title: `a${'\ufe0f'.repeat(5)}` })).toEqual([{ code: 'length', path: '/title' }]);
  });

  it('has one problem for a value that is no time with its offset, on a day that exists', () => {
    class TimeBody {
      @IsTime() readonly at: string;
    }
    expect(problemsOf({ at: '2026-12-05T09:00:00+03:30' }, bodyOf(TimeBody))).toBeNull();
    for (const at of ['2026-12-05T09:00:00', '2026-02-31T09:00:00Z', 5])
      expect([at, problemsOf({ at }, bodyOf(TimeBody))]).toEqual([at, [{ code: 'time', path: '/at' }]]);
  });

  it("accepts any value in a field that the service validates, and documents the service's schema for it", () => {
    class SubmissionBody {
      @Allow() readonly manifest?: unknown;
    }
    const documented = { type: 'object', properties: { manifest: { type: 'object' } } };
    const Submission = bodyOf(SubmissionBody, documented);
    expect(Submission.read({ manifest: 7 })).toEqual({ manifest: 7 });
    expect(Submission.schema).toBe(documented);
    expect(problemsOf({ other: 1 }, Submission)).toEqual([{ code: 'unknown_field', path: '/other' }]);
  });

  it('accepts the same bodies as the generated JSON Schema and class-validator', () => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(Every.schema);
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.integer({ min: -1, max: 12 }),
      fc.constantFrom('a', 'b', 'abcde', 'abcdef', '', '😀😀😀', null, true, ['a'], ['a', 'a'], ['a', 'b', 'c'], [1]),
      fc.record({ names: fc.constantFrom<unknown>(['a'], ['a', 'a'], [1], null, 'a') }, { requiredKeys: [] }),
    );
    const names = ['text', 'code', 'whole', 'decimal', 'flag', 'object', 'kind', 'list', 'inner', 'other'];
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
        fc.boolean(),
        (given, isUsual) => {
          const usual = { text: 'abc', kind: 'a', inner: { names: [] } };
          const whole = isUsual ? { ...usual, ...given } : given;
          const isAccepted = problemsOf(whole, Every) === null;
          expect(isAccepted).toBe(validate(whole));
          expect(isAccepted).toBe(isValidForLibrary(whole));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reads the metadata of a class only when it compiles the class, not for each request', () => {
    const storage = getMetadataStorage();
    const { getTargetValidationMetadatas } = storage;
    storage.getTargetValidationMetadatas = () => {
      throw new Error('metadata was read');
    };
    try {
      expect(problemsOf({ text: 'a', kind: 'a', inner: { names: [] } }, Every)).toBeNull();
    } finally {
      storage.getTargetValidationMetadatas = getTargetValidationMetadatas;
    }
  });

  class Email {
    @IsEmail() readonly field: string;
  }
  class LibraryLength {
    @Length(1, 5) readonly field: string;
  }
  class Conditional {
    @ValidateIf(() => true) @IsString() readonly field: string;
  }
  class Defined {
    @IsDefined() readonly field: unknown;
  }
  class NestedWithoutClass {
    @ValidateNested() readonly field: Inner;
  }
  class Grouped {
    @IsString({ groups: ['one'] }) readonly field: string;
  }
  it.each([
    [Email, 'Email.field: the constraint isEmail is not supported in a DTO'],
    [LibraryLength, 'the constraint isLength'],
    [Conditional, 'a condition other than @IsOptional'],
    [Defined, 'isDefined'],
    [NestedWithoutClass, '@ValidateNested instead of @Nested'],
    [Grouped, 'options'],
  ])('throws for the class %p: %s', (dto, message) => {
    expect(() => bodyOf<object>(dto)).toThrow(message);
  });
});

/**
 * Whether class-validator itself accepts the body. It validates only instances, so nested bodies are converted to
 * instances as well.
 */
function isValidForLibrary({ inner, ...given }: Readonly<Record<string, unknown>>): boolean {
  const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  const nested = isNested ? Object.assign(new Inner(), inner) : Array.isArray(inner) ? null : inner;
  const body = Object.assign(new EveryBody(), given, { inner: nested });
  return validateSync(body, { whitelist: true, forbidNonWhitelisted: true }).length === 0;
}

describe('the class-validator metadata that bodyOf relies on', () => {
  const storage = getMetadataStorage();
  const metadataOf = (dto: new () => object) => storage.getTargetValidationMetadatas(dto, '', true, false);

  it('contains a type and a name for each decorator, from the last decorator of a field to the first', () => {
    const found = metadataOf(EveryBody).map(({ propertyName, type, name, each }) => [
      propertyName,
      ...(type === 'customValidation' ? [] : [type]),
      ...(name === undefined ? [] : [name]),
      ...(each ? ['each'] : []),
    ]);
    const optional = ['conditionalValidation', 'isOptional'];
    expect(found).toEqual([
      ['text', 'codePoints'],
      ['text', 'isString'],
      ['code', 'matches'],
      ['code', 'isString'],
      ['code', ...optional],
      ['whole', 'max'],
      ['whole', 'min'],
      ['whole', 'isInt'],
      ['whole', ...optional],
      ['decimal', 'isNumber'],
      ['decimal', ...optional],
      ['flag', 'isBoolean'],
      ['flag', ...optional],
      ['object', 'isObject'],
      ['object', ...optional],
      ['kind', 'isIn'],
      ['list', 'isString', 'each'],
      ['list', 'uniqueItems'],
      ['list', 'arrayMaxSize'],
      ['list', 'isArray'],
      ['list', ...optional],
      ['inner', 'nestedValidation'],
    ]);
  });

  it('contains the arguments of a constraint and a validator instance', () => {
    const metadata = metadataOf(EveryBody).find(({ name }) => name === 'max')!;
    expect(metadata.constraints).toEqual([10]);
    const [constraint] = storage.getTargetValidatorConstraints(metadata.constraintCls);
    expect(constraint?.async).toBeFalsy();
    const args = { targetName: '', property: 'whole', object: {}, constraints: [10], value: 0 };
    expect(constraint?.instance.validate(10, args)).toBe(true);
    expect(constraint?.instance.validate(11, args)).toBe(false);
  });

  it('contains the whitelist type for @Allow and the context of @ValidateNested', () => {
    class Passed {
      @Allow() readonly any: unknown;
      @Nested(Inner) readonly inner: Inner;
    }
    expect(metadataOf(Passed).map(({ type, context }) => [type, context])).toEqual([
      ['whitelistValidation', undefined],
      ['nestedValidation', { dto: Inner }],
    ]);
  });
});
