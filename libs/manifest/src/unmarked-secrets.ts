import type { Json, JsonObject } from '@kushk/contracts';
import { isObject, memberOf } from './json.js';
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';
import { allSubschemas } from './schema-traversal.js';
import { isMarkedSecret, mayHoldSecret } from './secrets.js';

/** Keywords with which other systems mark secrets. Here they have no effect. */
const FOREIGN_MARKERS = ['x-secret', 'x-sensitive', 'secret', 'sensitive'];
/** The last word of a name that is usually the name of a secret. */
const SECRET_NAMES = [
  /(?:passwords?|passwd|passphrase|secrets?|tokens?|credentials?|[_.-]keys?|^apikey)$/i,
  /[a-z](?:Key|Keys)$/,
];
const PUBLIC_NAME = /public[_.-]?keys?$|(?:max|min|num|count)[_.-]?tokens$/i;

/**
 * Settings that look like secrets but are not marked as such, so their values are shown to admins and stored
 * unsealed: names such as `api_key`, `token` and `password`, and markers that have no effect here.
 */
export function unmarkedSecrets(settings: JsonObject, pointer: string): Finding[] {
  return allSubschemas(settings, pointer).flatMap(({ schema, pointer: path }) => [
    ...foreignMarkers(schema, path),
    ...namedLikeSecrets(settings, schema, path),
  ]);
}

function foreignMarkers(schema: JsonObject, path: string): Finding[] {
  if (isMarkedSecret(schema)) return [];
  return FOREIGN_MARKERS.filter((marker) => memberOf(schema, marker) === true).map((marker) => ({
    path: pointerTo(path, marker),
    code: 'secret_marker_unknown',
  }));
}

function namedLikeSecrets(settings: JsonObject, schema: JsonObject, path: string): Finding[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]): Finding[] => {
    if (
      !SECRET_NAMES.some((pattern) => pattern.test(name)) ||
      PUBLIC_NAME.test(name) ||
      !isObject(member) ||
      !mayBeText(member)
    )
      return [];
    const isMarked = mayHoldSecret(settings, member) || foreignMarkers(member, '').length > 0;
    return isMarked ? [] : [{ path: pointerTo(`${path}/properties`, name), code: 'secret_unmarked' }];
  });
}

/** Whether a value may be a text of free choice. A choice of fixed values is no secret. */
function mayBeText(schema: JsonObject): boolean {
  const type: Json | undefined = schema['type'];
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  return (
    (type === undefined || types.includes('string')) && schema['enum'] === undefined && schema['const'] === undefined
  );
}
