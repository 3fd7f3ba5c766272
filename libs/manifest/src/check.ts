/** The checks of a manifest. The command line, the hub and every instance use the same checks. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { baseUrlFinding } from './base-url.js';
import { boundedSchema, type BoundedSchema } from './bounded-schema.js';
import { withExample } from './example-hints.js';
import { isObject, memberOf } from './json.js';
import { safetyFindings } from './json-safety.js';
import type { Manifest } from './manifest.js';
import { contentSchema, structureSchema } from './manifest-schema.js';
import { inDocumentOrder, problemOf, type Finding } from './problem.js';
import { reachabilityFindings } from './reachability.js';
import { ruleFindings } from './rules.js';
import { silentMistakes } from './silent-mistakes.js';

/**
 * Compiled at the first check, so that a program that imports this library without checking anything does not compile
 * schemas.
 */
const compiled: { structure?: BoundedSchema; content?: BoundedSchema } = {};

/**
 * Checks the structure of a manifest (stage `submission`): schema, id, version, publisher, kind, names, run location,
 * `plugin_api`, and no unknown field at the top level. Returns all problems together, in document order. A release
 * without structural problems can be submitted. A manifest that is missing or not an object has exactly one problem.
 * In production `base_url` must be https.
 */
export function checkStructure(manifest: unknown, options: { readonly production: boolean }): Problem[] {
  if (manifest === undefined || manifest === null) return [problemOf('submission', { path: '', code: 'required' })];
  const unsafe = safetyFindings(manifest);
  if (unsafe.some(({ code }) => code === 'too_deep')) return inDocumentOrder('submission', null, unsafe);
  compiled.structure ??= boundedSchema(structureSchema, { isAnnotated: true });
  const found = [...unsafe, ...compiled.structure.findings(manifest, ''), ...addressFindings(manifest, options)];
  return inDocumentOrder('submission', manifest, found.map(withExample));
}

export interface CheckOptions {
  readonly production: boolean;
  /** The addresses of the service, as far as the caller knows them: pages on their site are never shown. */
  readonly serviceOrigins?: readonly string[];
}

/**
 * Checks everything in a manifest that {@link checkStructure} does not check (stage `instance`): the shape of all
 * other fields, scopes, rates, JSON Schemas, unique names and pages. Returns all problems together, in document
 * order. Returns no problem that `checkStructure` reports, and none for a value that is not an object.
 *
 * Some problems are advice: see {@link blockingProblems}. Outside production (the default), hosts of the local
 * machine count as public.
 */
export function checkContent(manifest: Manifest | unknown, options: CheckOptions = { production: false }): Problem[] {
  if (!isObject(manifest)) return [];
  const unsafe = safetyFindings(manifest);
  if (unsafe.some(({ code }) => code === 'too_deep')) return [];
  compiled.content ??= boundedSchema(contentSchema, { isAnnotated: true });
  return inDocumentOrder('instance', manifest, [
    ...compiled.content.findings(manifest, '').map(withExample),
    ...ruleFindings(manifest, { isSafe: unsafe.length === 0 }),
    ...reachabilityFindings(manifest, options),
    ...silentMistakes(manifest, options.serviceOrigins),
  ]);
}

/**
 * The problems for which an instance rejects a published release: all except advice. An unused scope requests more
 * than necessary, and a host that is not public may exist in the network of the plugin's users. The reviewer decides
 * about them (they are listed in `warnings`). Neither is a risk at run time: delivery checks the address again before
 * each call.
 */
export function blockingProblems(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ severity }) => severity === 'error');
}

function addressFindings(manifest: unknown, options: { readonly production: boolean }): Finding[] {
  if (!isObject(manifest) || memberOf(manifest, 'kind') === 'instance') return [];
  const address = memberOf(manifest as JsonObject, 'base_url');
  const finding = typeof address === 'string' && address !== '' ? baseUrlFinding('/base_url', address, options) : null;
  return finding === null ? [] : [finding];
}
