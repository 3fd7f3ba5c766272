/** The verdict on a manifest, the same for the command line, the hub and every instance (contract §4). */
import type { JsonObject, Problem } from '@kushk/contracts';
import { baseUrlFinding } from './base-url.js';
import { boundedSchema, type BoundedSchema } from './bounded-schema.js';
import { isObject, memberOf } from './json.js';
import { safetyFindings } from './json-safety.js';
import type { Manifest } from './manifest.js';
import { restSchema, structureSchema } from './manifest-schema.js';
import type { ProblemCode } from './messages.js';
import { inDocumentOrder, problemOf, type Finding } from './problem.js';
import { reachFindings } from './reach.js';
import { ruleFindings } from './rules.js';

/** Compiled at the first check, so that a program that checks nothing pays nothing. */
const compiled: { structure?: BoundedSchema; rest?: BoundedSchema } = {};

/**
 * The structure of a manifest (stage `submission`): schema, id, version, publisher, kind, names, run location,
 * `plugin_api`, and that nothing unknown stands at the top. All problems together, in document order; none means that
 * a release can be submitted. A missing manifest, or one that is no object, is one problem. In production `base_url`
 * must be https.
 */
export function checkStructure(manifest: unknown, options: { readonly production: boolean }): Problem[] {
  if (manifest === undefined || manifest === null) return [problemOf('submission', { path: '', code: 'required' })];
  const unsafe = safetyFindings(manifest);
  if (unsafe.some(({ code }) => code === 'too_deep')) return inDocumentOrder('submission', null, unsafe);
  compiled.structure ??= boundedSchema(structureSchema, { isAnnotated: true });
  const found = [...unsafe, ...compiled.structure.findings(manifest, ''), ...addressFindings(manifest, options)];
  return inDocumentOrder('submission', manifest, found);
}

/**
 * The rest (stage `instance`): the shape of every other part, scopes, rates, JSON Schemas, unique names, pages.
 * All problems together, in document order. Takes anything: what is no object has no rest, and what belongs to the
 * structure is not told again.
 *
 * Some of them are advice: see {@link refusals}. Outside production, as without options, hosts of this machine are
 * named like public ones.
 */
export function checkRest(
  manifest: Manifest | unknown,
  options: { readonly production: boolean } = { production: false },
): Problem[] {
  if (!isObject(manifest)) return [];
  const unsafe = safetyFindings(manifest);
  if (unsafe.some(({ code }) => code === 'too_deep')) return [];
  compiled.rest ??= boundedSchema(restSchema, { isAnnotated: true });
  return inDocumentOrder('instance', manifest, [
    ...compiled.rest.findings(manifest, ''),
    ...ruleFindings(manifest, { isSafe: unsafe.length === 0 }),
    ...reachFindings(manifest, options),
  ]);
}

/** Codes that are told like any other problem, but for which an instance does not refuse a release. */
const ADVICE: ReadonlySet<string> = new Set<ProblemCode>(['scope_unused', 'host_not_public']);

/**
 * The problems for which an instance refuses a published release: all but advice. A scope without a use asks for more
 * than is needed, and a host that is not public may be one that the plugin's users do have; that is for the reviewer to
 * object to (it stands in `warnings`), and harms nothing that runs: each call is held against its address anew.
 */
export function refusals(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ code }) => !ADVICE.has(code));
}

function addressFindings(manifest: unknown, options: { readonly production: boolean }): Finding[] {
  if (!isObject(manifest) || memberOf(manifest, 'kind') === 'instance') return [];
  const address = memberOf(manifest as JsonObject, 'base_url');
  const finding = typeof address === 'string' && address !== '' ? baseUrlFinding('/base_url', address, options) : null;
  return finding === null ? [] : [finding];
}
