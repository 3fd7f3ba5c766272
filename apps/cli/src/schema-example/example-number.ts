/** Numbers within the limits of a JSON Schema. */
import type { JsonObject } from '@kushk/contracts';

/** More than one multiple: with binary fractions a validator does not accept 0.3 as a multiple of 0.1, but 0.4. */
const MULTIPLES = 30;

/** Near the limits, the simplest first. Each must still be checked: limits may exclude each other. */
export function numbersFor(schema: JsonObject, isInteger: boolean): readonly number[] {
  const limit = (name: string): number | undefined => (typeof schema[name] === 'number' ? schema[name] : undefined);
  const low = limit('minimum') ?? limit('exclusiveMinimum');
  const high = limit('maximum') ?? limit('exclusiveMaximum');
  const step = limit('multipleOf') ?? 1;
  const multiples = (first: number, direction: 1 | -1): number[] =>
    Array.from({ length: MULTIPLES }, (_unused, index) => (first + direction * index) * step);
  const near = [
    ...(low === undefined && high === undefined ? multiples(1, 1) : []),
    ...(low === undefined ? [] : [low, ...multiples(Math.ceil(low / step), 1)]),
    ...(high === undefined ? [] : [high, ...multiples(Math.floor(high / step), -1)]),
    ...(low === undefined || high === undefined ? [] : [(low + high) / 2]),
    0,
  ];
  // Without the last digits, in which the products of binary fractions differ from what a person would write.
  const exact = near.map((value) => Number(value.toPrecision(12)));
  return isInteger ? exact.filter(Number.isInteger) : exact;
}
