import type { JsonObject } from '@kushk/contracts';
import { valueAt } from './pointer.js';
import type { Finding } from './problem.js';
import { allSubschemas } from './schema-traversal.js';
import { secretsInDefault } from './secrets.js';

/** The defaults of secret settings. The empty text is no secret. */
export function secretDefaults(settings: JsonObject, pointer: string): Finding[] {
  return allSubschemas(settings, pointer).flatMap(({ schema, pointer: place }) =>
    secretsInDefault(settings, schema)
      .filter((secret) => !isEmpty(valueAt(schema, secret)))
      .map((secret): Finding => ({ path: `${place}${secret}`, code: 'secret_default' })),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
