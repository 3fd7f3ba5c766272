/** JSON that people type. It is read as the server reads it: no number is rounded, no key appears twice. */
import { InvalidJson, readJson } from '@kushk/contracts/strict-json';
import { UNREADABLE } from '../controls/unreadable.js';
import type { Json } from './settings-schema.js';

export interface JsonReading {
  /** Undefined for an empty text. */
  readonly value: Json | undefined;
  readonly problem: 'form.not_json' | 'numbers.inexact' | null;
}

const MAX_DEPTH = 64;

export function readJsonText(text: string): JsonReading {
  if (text.trim() === '') return { value: undefined, problem: null };
  try {
    return { value: readJson(new TextEncoder().encode(text), { depth: MAX_DEPTH }) as Json, problem: null };
  } catch (error) {
    const isInexact = error instanceof InvalidJson && error.inexactNumber !== null;
    return { value: UNREADABLE, problem: isInexact ? 'numbers.inexact' : 'form.not_json' };
  }
}
