/**
 * The problems of a manifest by the question that a reviewer asks: is the run location right, has every capability its
 * scope, do the schemas compile? Nothing is checked here: each problem of `checkStructure` and `checkRest` stands under
 * exactly one check, as it is.
 */
import type { JsonObject, Problem, ReleaseCheck, ReleaseCheckName } from '@kushk/contracts';
import { refusals } from './check.js';
import { memberOf } from './json.js';
import { pointerSegments } from './pointer.js';

interface CheckRule {
  readonly name: ReleaseCheckName;
  /** Parts of a manifest whose problems it holds, unless a rule above it has taken them by their code. */
  readonly parts?: readonly string[];
  readonly codes?: RegExp;
  /** One of these must be there, or there is nothing to check. */
  readonly needs?: readonly string[];
}

/** In the order in which a reviewer reads a manifest. What nobody takes belongs to the structure. */
const RULES: readonly CheckRule[] = [
  { name: 'structure' },
  { name: 'run_location', parts: ['base_url', 'port'] },
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
 * One check after the other, with the problems that it found, in their order. `failed`: an instance refuses the
 * release for it; `warning`: advice for the reviewer alone; `not_applicable`: the manifest has nothing of it.
 */
export function releaseChecks(manifest: JsonObject, problems: readonly Problem[]): ReleaseCheck[] {
  const named = problems.map((problem) => ({ name: nameFor(problem), problem }));
  return RULES.map(({ name, needs }) => {
    const own = named.filter((each) => each.name === name).map(({ problem }) => problem);
    const isThere = needs === undefined || needs.some((part) => memberOf(manifest, part) !== undefined);
    return {
      name,
      outcome:
        own.length === 0 ? (isThere ? 'passed' : 'not_applicable') : refusals(own).length > 0 ? 'failed' : 'warning',
      problems: own,
    };
  });
}

function nameFor({ code, path }: Problem): ReleaseCheckName {
  const [part = ''] = pointerSegments(path);
  const rule = RULES.find(({ codes }) => codes?.test(code)) ?? RULES.find(({ parts }) => parts?.includes(part));
  return rule?.name ?? 'structure';
}
