/**
 * Groups the problems of a manifest for a reviewer: run location, scopes, JSON Schemas and so on. This file checks
 * nothing itself: each problem of `checkStructure` and `checkContent` belongs to exactly one group, unchanged.
 */
import type { ImageDetails, JsonObject, Problem, ReleaseCheck, ReleaseCheckName } from '@kushk/contracts';
import { blockingProblems } from './check.js';
import { memberOf } from './json.js';
import { pointerSegments } from './pointer.js';

interface CheckRule {
  readonly name: ReleaseCheckName;
  /**
   * The top-level fields of a manifest whose problems belong to this check. A problem whose code matches the `codes`
   * of any rule belongs to that rule instead.
   */
  readonly parts?: readonly string[];
  readonly codes?: RegExp;
  /** The check applies if the manifest has one of these parts. */
  readonly needs?: readonly string[];
}

/** The checks in the order in which a reviewer reads a manifest. Problems that match no rule belong to `structure`. */
const RULES: readonly CheckRule[] = [
  { name: 'structure' },
  { name: 'run_location', parts: ['delivery', 'base_url', 'port'] },
  { name: 'image', parts: ['image'], needs: ['image'] },
  { name: 'egress', parts: ['egress'], needs: ['egress'] },
  { name: 'reach', codes: /^host_not_public$/ },
  { name: 'scopes', parts: ['scopes'], codes: /^scope_/ },
  {
    name: 'capabilities',
    parts: ['records', 'proposals', 'sources', 'events'],
    needs: ['records', 'proposals', 'sources', 'events'],
  },
  { name: 'json_schemas', codes: /^schema_(?!version$)/, needs: ['records', 'tools', 'settings'] },
  { name: 'plans', parts: ['services', 'plans'], needs: ['services', 'plans'] },
  { name: 'tools', parts: ['tools'], needs: ['tools'] },
  { name: 'settings', parts: ['settings'], needs: ['settings'] },
  { name: 'ui', parts: ['ui'], needs: ['ui'] },
];

/**
 * The checks with their problems, in document order. `failed`: an instance rejects the release. `warning`: advice for
 * the reviewer. `not_applicable`: the manifest does not contain the checked part. `image` is what the registry of the
 * hub has, null when it was not read.
 */
export function releaseChecks(
  manifest: JsonObject,
  problems: readonly Problem[],
  image: ImageDetails | null = null,
): ReleaseCheck[] {
  const named = problems.map((problem) => ({ name: nameFor(problem), problem }));
  return RULES.map(({ name, needs }) => {
    const own = named.filter((each) => each.name === name).map(({ problem }) => problem);
    const isApplicable = needs === undefined || needs.some((part) => memberOf(manifest, part) !== undefined);
    return {
      name,
      outcome:
        own.length === 0
          ? isApplicable
            ? 'passed'
            : 'not_applicable'
          : blockingProblems(own).length > 0
            ? 'failed'
            : 'warning',
      problems: own,
      ...(name === 'image' && image !== null && { details: image }),
    };
  });
}

function nameFor({ code, path }: Problem): ReleaseCheckName {
  const [part = ''] = pointerSegments(path);
  const rule = RULES.find(({ codes }) => codes?.test(code)) ?? RULES.find(({ parts }) => parts?.includes(part));
  return rule?.name ?? 'structure';
}
