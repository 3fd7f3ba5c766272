/** The verdict on the text of a manifest: what the command line and the portal show, with line and column. */
import type { Problem } from '@kushk/contracts';
import { checkRest, checkStructure } from './check.js';
import { readYaml } from './yaml.js';

/**
 * All problems of a manifest's text together, in the order of the text: of the YAML itself, of the structure and of
 * the rest. `manifest` is null where the text could not be read without problems of its own.
 */
export function checkSource(
  text: string,
  options: { readonly production: boolean },
): { manifest: unknown; problems: Problem[] } {
  const { value, problems, locate } = readYaml(text);
  const isUnreadable = value === null && problems.length > 0;
  const found = isUnreadable
    ? []
    : [...checkStructure(value, options), ...checkRest(value, options)].map((problem) => ({
        ...problem,
        ...locate(problem.path),
      }));
  const all = [...problems, ...found].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return { manifest: problems.length === 0 ? value : null, problems: all };
}
