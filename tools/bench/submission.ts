import type { JsonObject } from '@kushk/contracts';
import { manifestJson } from './example-manifest.js';
import type { HttpCall } from './http-load.js';

/** Of one publisher, whose plugins are many and whose key is one: as a CI that builds them all. */
export const submittedPlugins = 50;

type Submission = (number: number) => HttpCall;
type Headers = Readonly<Record<string, string>>;

/** Submits a manifest of 200 lines, each call a version that has not been there; the plugins take turns, and keep their schemas. */
export function submission(path: string, publisher: string, headers: Headers = {}): Submission {
  return submitting(path, headers, (plugin, version) => manifestJson({ id: idOf(plugin), version, publisher }, plugin));
}

/** The same with the least that a manifest can be, where only the releases count. */
export function smallSubmission(path: string, publisher: string, headers: Headers = {}): Submission {
  const rest = {
    schema: '1',
    publisher,
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Bench', fa: 'سنجه' },
    base_url: 'https://plugin.acme.example',
  };
  return submitting(path, headers, (plugin, version) => ({ ...rest, id: idOf(plugin), version }));
}

const placeholder = '0.0.0-placeholder';
const idOf = (plugin: number): string => `com.example.bench${plugin}`;

function submitting(
  path: string,
  more: Headers,
  manifestOf: (plugin: number, version: string) => JsonObject,
): Submission {
  const headers = { 'content-type': 'application/json', ...more };
  // Written once: who sends them shares the processors with who is measured.
  const bodies = Array.from({ length: submittedPlugins }, (_, plugin) =>
    JSON.stringify({ manifest: manifestOf(plugin, placeholder), requested_tier: 'community', notes: 'Measured.' }),
  );
  return (number) => ({
    method: 'POST',
    path,
    headers,
    body: (bodies[number % submittedPlugins] ?? '').replace(placeholder, `1.0.${number}`),
  });
}
