/** Checks the text of a manifest and reports line and column, for the command line and the publisher portal. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { checkContent, checkStructure, type CheckOptions } from './check.js';
import { isObject, sameJson } from './json.js';
import { problemOf } from './problem.js';
import { pluginApiFindings } from './silent-mistakes.js';
import { parseManifestYaml, readYaml } from './yaml.js';

/**
 * All problems of a manifest's text, in the order of the text: those of the YAML syntax, of {@link checkStructure}
 * and of {@link checkContent}. `manifest` is null when the YAML itself has problems.
 */
export function checkSource(text: string, options: CheckOptions): { manifest: unknown; problems: Problem[] } {
  const { value, problems, locate } = readYaml(text);
  const isUnreadable = value === null && problems.length > 0;
  // The hub compares with what its instances offer; here only the newest version is known.
  const unsupported = (isObject(value) ? pluginApiFindings(value) : []).map((finding) =>
    problemOf('instance', finding),
  );
  const found = isUnreadable
    ? []
    : [...checkStructure(value, options), ...checkContent(value, options), ...unsupported].map((problem) => ({
        ...problem,
        ...locate(problem.path),
      }));
  const all = [...problems, ...found].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return { manifest: problems.length === 0 ? value : null, problems: all };
}

/** Whether this text, without problems of the YAML syntax, is that of the manifest. */
export function isSourceOf(text: string, manifest: JsonObject): boolean {
  const parsed = parseManifestYaml(text);
  return parsed.problems.length === 0 && sameJson(parsed.manifest, manifest);
}
