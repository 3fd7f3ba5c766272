/** The function that translates the facts: written in the call, or declared in the same file. */
function translatorOf(argument, program) {
  if (argument?.type !== 'Identifier') return argument;
  return program.body.find(({ type, id }) => type === 'FunctionDeclaration' && id.name === argument.name);
}

function isUnreachable(statement) {
  return statement?.type === 'ReturnStatement' && statement.argument?.callee?.name === 'unreachable';
}

/** Whether the body is declarations, then one switch over the type of the fact whose default is unreachable. */
function isExhaustive({ body }) {
  const last = body.body?.at(-1);
  const byDefault = last?.cases?.find(({ test }) => test === null);
  return (
    last?.type === 'SwitchStatement' &&
    last.discriminant.property?.name === 'type' &&
    isUnreachable(byDefault?.consequent[0]) &&
    body.body.slice(0, -1).every(({ type }) => type === 'VariableDeclaration')
  );
}

/**
 * Reports a translation of facts that is not an exhaustive switch: one that treats "every other fact" alike compiles
 * when a type is added, and publishes it as something that it is not.
 */
export const exhaustiveTranslation = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      open: 'Translate facts in one switch over `fact.type` that ends with `default: return unreachable(…)`.',
    },
  },
  create(context) {
    return {
      'CallExpression[callee.name="publicationOf"][arguments.1]'(node) {
        const translator = translatorOf(node.arguments[1], context.sourceCode.ast);
        if (translator === undefined || !isExhaustive(translator)) context.report({ node, messageId: 'open' });
      },
    };
  },
};
