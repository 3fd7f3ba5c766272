import type { Token } from '@kushk/runtime';
import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants.js';

/** What a handler needs from its module, by name: `{ releases: Releases, config: CONFIG }`. */
export type Needs = Readonly<Record<string, Token<unknown>>>;

/** What Nest found for the needs: `{ releases, config }`. */
export type Found<N extends Needs> = { readonly [Name in keyof N]: N[Name] extends Token<infer Value> ? Value : never };

/** Names the values that Nest passed to the constructor of a handler, in the order of its needs. */
export function foundOf<N extends Needs>(needs: N, values: readonly unknown[]): Found<N> {
  return Object.fromEntries(Object.keys(needs).map((name, index) => [name, values[index]])) as Found<N>;
}

/** Has Nest pass these dependencies to the constructor, and names the class in Nest's errors. */
export function inject(handler: Type, name: string, tokens: readonly Token<unknown>[]): void {
  Object.defineProperty(handler, 'name', { value: name });
  Reflect.defineMetadata(PARAMTYPES_METADATA, tokens, handler);
}
