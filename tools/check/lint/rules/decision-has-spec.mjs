import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { TEST } from './code-text.mjs';

/** A file without a suffix that imports one of these functions is a decision. */
const RESULTS = new Set(['accept', 'refuse']);

/**
 * Reports a decision that has no spec with a test next to it. A decision is a file without a suffix that imports `accept` or
 * `refuse`.
 */
export const decisionHasSpec = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'A decision has its spec beside it: {{spec}} does not exist, or has no test.' },
  },
  create(context) {
    // Files with a suffix are not decisions. A handler can import `refuse`, but needs no unit spec, because handlers
    // are tested through their messages.
    if (basename(context.filename).split('.').length > 2) return {};
    return {
      ImportDeclaration(node) {
        if (node.source.value !== '@kushk/decider' || node.importKind === 'type') return;
        const decides = node.specifiers.some(
          (specifier) => specifier.type === 'ImportSpecifier' && RESULTS.has(specifier.imported.name),
        );
        const spec = context.filename.replace(/\.([jt]s)$/, '.spec.$1');
        if (decides && !(existsSync(spec) && TEST.test(readFileSync(spec, 'utf8'))))
          context.report({ node, messageId: 'missing', data: { spec: basename(spec) } });
      },
    };
  },
};
