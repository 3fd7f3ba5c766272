/** The checks of a manifest, the same for the command line, the hub and every instance. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { baseUrlFinding } from './base-url.js';
import { boundedSchema, type BoundedSchema } from './bounded-schema.js';
import { isObject, memberOf } from './json.js';
import { safetyFindings } from './json-safety.js';
import type { Manifest } from './manifest.js';
import { contentSchema, structureSchema } from './manifest-schema.js';
import type { ProblemCode } from './messages.js';
import { inDocumentOrder, problemOf, type Finding } from './problem.js';
import { reachabilityFindings } from './reachability.js';
import { ruleFindings } from './rules.js';

/** Compiled at the first check: a program that imports this library without checking anything does not pay for it. */
const compiled: { structure?: BoundedSchema; content?: BoundedSchema } = {};

/**
 * The structure of a manifest (stage `submission`): schema, id, version, publisher, kind, names, run location,
 * `plugin_api`, and no unknown field at the top. Returns all problems together, in document order; a release without
 * any can be submitted. A missing manifest, or a manifest that is no object, is one problem. In production `base_url`
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
 * The content of a manifest (stage `instance`): the shape of every part outside the structure, scopes, rates, JSON
 * Schemas, unique names, pages. Returns all problems together, in document order. Accepts any value: a value that is no
 * object has no content, and problems of the structure are not repeated.
 *
 * Some problems are advice: see {@link blockingProblems}. Outside production (the default), hosts of the local machine
 * count as public.
 */
export function checkContent(
  manifest: Manifest | unknown,
  options: { readonly production: boolean } = { production: false },
): Problem[] {
  if (!isObject(manifest)) return [];
  const unsafe = safetyFindings(manifest);
  if (unsafe.some(({ code }) => code === 'too_deep')) return [];
  compiled.content ??= boundedSchema(contentSchema, { isAnnotated: true });
  return inDocumentOrder('instance', manifest, [
    ...compiled.content.findings(manifest, ''),
    ...ruleFindings(manifest, { isSafe: unsafe.length === 0 }),
    ...reachabilityFindings(manifest, options),
  ]);
}

/** Codes of problems for which an instance does not refuse a release. */
const ADVISORY_CODES: ReadonlySet<string> = new Set<ProblemCode>(['scope_unused', 'host_not_public']);

/**
 * The problems for which an instance refuses a published release: all but advice. An unused scope requests more than
 * necessary, and a host that is not public may exist in the network of the plugin's users. Both are for the reviewer to
 * decide (they appear in `warnings`). Neither is a risk at run time: delivery checks the address again before each
 * call.
 */
export function blockingProblems(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ code }) => !ADVISORY_CODES.has(code));
}

function addressFindings(manifest: unknown, options: { readonly production: boolean }): Finding[] {
  if (!isObject(manifest) || memberOf(manifest, 'kind') === 'instance') return [];
  const address = memberOf(manifest as JsonObject, 'base_url');
  const finding = typeof address === 'string' && address !== '' ? baseUrlFinding('/base_url', address, options) : null;
  return finding === null ? [] : [finding];
}
