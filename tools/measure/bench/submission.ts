import type { JsonObject } from '@kushk/contracts';
import { manifestJson } from './example-manifest.js';
import type { HttpCall } from './http-load.js';

/** Several plugins of one publisher with one key, as a CI pipeline that builds all of them would use. */
export const submittedPlugins = 50;

type Submission = (number: number) => HttpCall;
type Headers = Readonly<Record<string, string>>;

/**
 * Submits a new version per call, with a manifest of 200 lines. Calls alternate between the plugins; the schemas of a
 * plugin do not change.
 */
export function submission(path: string, publisher: string, headers: Headers = {}): Submission {
  const manifestOf = (plugin: number, version: string): JsonObject =>
    manifestJson({ id: idOf(plugin), version, publisher }, plugin);
  return submissionsOf(path, headers, manifestOf);
}

/** Submits a new version with the smallest valid manifest, for rows where only the number of releases matters. */
export function smallSubmission(path: string, publisher: string, headers: Headers = {}): Submission {
  const common = {
    schema: '1',
    publisher,
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Bench', fa: 'سنجه' },
    base_url: 'https://plugin.acme.example',
  };
  return submissionsOf(path, headers, (plugin, version) => ({ ...common, id: idOf(plugin), version }));
}

const placeholder = '0.0.0-placeholder';
const idOf = (plugin: number): string => `com.example.bench${plugin}`;

function submissionsOf(
  path: string,
  more: Headers,
  manifestOf: (plugin: number, version: string) => JsonObject,
): Submission {
  const headers = { 'content-type': 'application/json', ...more };
  // The manifest is serialized once, because the callers share the cores with the measured system.
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
