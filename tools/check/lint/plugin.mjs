/** Local ESLint rules for conventions of this repository (docs/architecture.md) that no published rule checks. */
import { decisionHasSpec } from './rules/decision-has-spec.mjs';
import { exhaustiveTranslation } from './rules/exhaustive-translation.mjs';
import { knownReferences } from './rules/known-references.mjs';
import { noShortDeadlines } from './rules/no-short-deadlines.mjs';
import { plainNames } from './rules/plain-names.mjs';
import { trueSuffixes } from './rules/true-suffixes.mjs';

export const plugin = {
  meta: { name: 'kushk' },
  rules: {
    'decision-has-spec': decisionHasSpec,
    'exhaustive-translation': exhaustiveTranslation,
    'known-references': knownReferences,
    'no-short-deadlines': noShortDeadlines,
    'plain-names': plainNames,
    'true-suffixes': trueSuffixes,
  },
};
