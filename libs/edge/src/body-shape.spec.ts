import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';
import fc from 'fast-check';
import type { Problem } from '@kushk/contracts';
import { bodyReader } from './body-shape.js';
import { Refused } from './refused.js';

class Inner {
  @IsArray() @ArrayMaxSize(2) @IsString({ each: true }) names: string[];
}
class Body {
  @IsString() @Length(1, 5) title: string;
  @IsInt() @Min(1) @Max(10) @IsOptional() count?: number | null;
  @IsIn(['a', 'b']) @IsOptional() kind?: 'a' | 'b';
  @ValidateNested() @IsObject() @IsOptional() inner?: Inner;
}

const read = bodyReader(Body);
function problemsOf(value: unknown): Pick<Problem, 'code' | 'path'>[] | null {
  try {
    read(value);
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return (error.params['problems'] as Problem[]).map(({ code, path }) => ({ code, path }));
  }
}

describe('the shape of a body', () => {
  it('gives a valid body back as it came', () => {
    const body = { title: 'x', count: null, inner: { names: ['a'] } };
    expect(read(body)).toBe(body);
  });

  it('finds all problems together, each with its pointer', () => {
    expect(problemsOf({ count: 0, kind: 'c', 'a/b': 1, inner: { names: ['a', 1], more: true } })).toEqual([
      { code: 'unknown_field', path: '/a~1b' },
      { code: 'required', path: '/title' },
      { code: 'range', path: '/count' },
      { code: 'enum', path: '/kind' },
      { code: 'unknown_field', path: '/inner/more' },
      { code: 'type', path: '/inner/names/1' },
    ]);
  });

  it('takes no body for an empty one', () => {
    expect(problemsOf(undefined)).toEqual([{ code: 'required', path: '/title' }]);
  });

  it.each([[[]], ['text'], [null], [7]])('is not %j', (value) => {
    expect(problemsOf(value)).toEqual([{ code: 'type', path: '' }]);
  });

  it('knows no field that only an object of JavaScript has', () => {
    expect(problemsOf({ title: 'x', constructor: 1, toString: 2 })).toEqual([
      { code: 'unknown_field', path: '/constructor' },
      { code: 'unknown_field', path: '/toString' },
    ]);
  });

  it('tells of a hundred unknown fields, and of how many more there are', () => {
    const problems = problemsOf({
      title: 'x',
      ...Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`f${index}`, 1])),
    });
    expect(problems).toHaveLength(101);
    expect(problems?.at(-1)).toEqual({ code: 'too_many_problems', path: '' });
  });

  it('will not compile a rule that it has no words for', () => {
    class Strange {
      @IsEmail() address: string;
    }
    expect(() => bodyReader(Strange)).toThrow('isEmail');
  });

  it('judges flat bodies as class-validator itself does', () => {
    const field = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.integer({ min: -1, max: 12 }),
      fc.constantFrom('a', 'b', 'abcde', 'abcdef', '', null),
    );
    fc.assert(
      fc.property(
        fc.record({ title: field, count: field, kind: field, other: field }, { requiredKeys: [] }),
        (value) => {
          const theirs = validateSync(Object.assign(new Body(), value), {
            whitelist: true,
            forbidNonWhitelisted: true,
          });
          expect(problemsOf(value) === null).toBe(theirs.length === 0);
        },
      ),
    );
  });
});
