import type { JsonObject } from '@kushk/contracts';
import { declaredDefault } from './defaults.js';
import { isObject } from './json.js';
import { valueAt } from './pointer.js';
import type { Finding } from './problem.js';
import { allSubschemas } from './schema-traversal.js';
import { isMarkedSecret, secretPointers } from './secrets.js';

/** The defaults of secret settings. The empty text is no secret. */
export function secretDefaults(settings: JsonObject, pointer: string): Finding[] {
  return allSubschemas(settings, pointer).flatMap(({ schema, pointer: place }): Finding[] => {
    const value = declaredDefault(schema);
    const path = `${place}/default`;
    if (isMarkedSecret(schema)) return isEmpty(value) ? [] : [{ path, code: 'secret_default' }];
    if (!isObject(value)) return [];
    return secretPointers(schema, value)
      .filter((secret) => !isEmpty(valueAt(value, secret)))
      .map((secret) => ({ path: `${path}${secret}`, code: 'secret_default' }));
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
