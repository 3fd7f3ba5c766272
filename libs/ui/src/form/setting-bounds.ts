import { numberOf, type Schema } from './settings-schema.js';

/** Which values a setting accepts, as far as a few words say it. Null when it takes any of its type. */
export function boundsOf(schema: Schema): Bounds | null {
  const bound = (name: string): number | undefined => numberOf(schema[name]);
  const of = {
    number: ['minimum', 'maximum'],
    characters: ['minLength', ''],
    items: ['minItems', 'maxItems'],
  } as const;
  for (const unit of ['number', 'characters', 'items'] as const) {
    const [least, most] = of[unit].map(bound);
    const step = unit === 'number' ? bound('multipleOf') : undefined;
    const isTrivial = unit !== 'number' && (least ?? 0) <= 1 && most === undefined;
    if (!isTrivial && (least !== undefined || most !== undefined || step !== undefined))
      return { unit, least, most, step };
  }
  return null;
}

export interface Bounds {
  readonly unit: 'number' | 'characters' | 'items';
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly step: number | undefined;
}
