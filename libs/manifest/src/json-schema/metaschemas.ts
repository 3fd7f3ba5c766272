/** The metaschema of JSON Schema 2020-12 and the vocabularies that it consists of. */
import type { Json, JsonObject } from '@kushk/contracts';
import schema from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' };
import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' };
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' };
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' };
import formatAnnotation from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' };
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' };
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' };
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' };

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

export const metaschema: JsonObject = schema;

/** The documents that the metaschema refers to, by URI. */
export const metaschemas: Readonly<Record<string, Json>> = Object.fromEntries(
  [schema, applicator, content, core, formatAnnotation, metaData, unevaluated, validation].map((document) => [
    document.$id,
    document as Json,
  ]),
);
