/** What the keywords of a schema are compiled to. */
import type { Json, JsonObject } from '@kushk/contracts';
import type { Place, Run, SchemaNode } from './run.js';

/** Checks a value by one keyword. The value has the type that the keyword applies to. */
export type Check<Value = unknown> = (value: Value, place: Place, run: Run) => boolean;

/** The schema that has the keyword, and how its parts are compiled. */
export interface KeywordContext {
  readonly schema: JsonObject;
  readonly assertsFormats: boolean;
  node(subschema: Json): SchemaNode;
  /** Throws for a reference that refers to nothing. */
  reference(reference: string): SchemaNode;
  dynamicReference(reference: string): SchemaNode;
  pattern(source: string): (text: string, run: Run) => boolean;
}

/** Compiles a keyword, `value` being its value in the schema. */
export type Keyword<Value = unknown> = (value: never, context: KeywordContext) => Check<Value> | null;
export type Keywords<Value = unknown> = Readonly<Record<string, Keyword<Value>>>;
