/** The shortest allowed time limit. A test with a shorter limit fails when the machine is busy. */
const MIN_DEADLINE_MS = 5_000;
const UPPER_LIMITS = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);
const MEASURES_TIME = /\b(performance|Date)\.now\(\)|\bcpuUsage\b|(duration|took|elapsed)Ms\b|[mM]illiseconds\b/;

/** Returns the value of a number literal, or of a constant that is initialized with one. */
function numberOf(node, scope) {
  if (node?.type === 'Literal') return typeof node.value === 'number' ? node.value : null;
  if (node?.type !== 'Identifier') return null;
  for (let current = scope; current !== null; current = current.upper) {
    const definition = current.set.get(node.name)?.defs[0]?.node;
    if (definition !== undefined) return numberOf(definition.init, current);
  }
  return null;
}

/** Reports an assertion that an operation takes less than a few seconds of wall-clock or CPU time. */
export const noShortDeadlines = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      short: 'A busy machine breaks a limit of {{limit}} ms. Count the work instead (statements, calls, steps, bytes).',
    },
  },
  create(context) {
    return {
      CallExpression(node) {
        const { callee, arguments: args } = node;
        if (callee.type !== 'MemberExpression' || !UPPER_LIMITS.has(callee.property.name)) return;
        if (!MEASURES_TIME.test(context.sourceCode.getText(callee.object))) return;
        const limit = numberOf(args[0], context.sourceCode.getScope(node));
        if (limit !== null && limit < MIN_DEADLINE_MS)
          context.report({ node, messageId: 'short', data: { limit: String(limit) } });
      },
    };
  },
};
