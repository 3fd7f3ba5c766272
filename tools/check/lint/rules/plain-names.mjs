import { basename } from 'node:path';
import { forbiddenWordIn, wordsOf } from './forbidden-words.mjs';

/** AST nodes that declare the name in their `id` property. */
const NAMED_BY_ID = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSModuleDeclaration',
]);
/** AST nodes that declare the name in their `key` property. */
const NAMED_BY_KEY = new Set([
  'PropertyDefinition',
  'MethodDefinition',
  'TSPropertySignature',
  'TSMethodSignature',
  'TSAbstractMethodDefinition',
  'TSAbstractPropertyDefinition',
]);
const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSFunctionType',
  'TSMethodSignature',
]);

/** Whether an identifier declares a name. Uses of a name are not reported, because its declaration is. */
function isDeclared(node) {
  const { parent } = node;
  if (NAMED_BY_ID.has(parent.type)) return parent.id === node || isParameter(parent, node);
  if (NAMED_BY_KEY.has(parent.type)) return (parent.key === node && !parent.computed) || isParameter(parent, node);
  if (FUNCTIONS.has(parent.type)) return isParameter(parent, node);
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.id === node;
    case 'TSTypeParameter':
      return parent.name === node;
    case 'TSParameterProperty':
      return parent.parameter === node;
    case 'ImportSpecifier':
      return parent.local === node && parent.imported.name !== node.name;
    case 'Property':
      // `{ name: local }` declares `local` in a destructuring pattern, and `name` in an object literal.
      return parent.parent.type === 'ObjectPattern'
        ? parent.value === node && parent.key.name !== node.name
        : parent.key === node && !parent.computed && !parent.shorthand;
    case 'AssignmentPattern':
      return parent.left === node;
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    default:
      return false;
  }
}

/**
 * Matches stored names: subjects, stream categories, fact types and consumers, such as `cmd.wallet.hold.place`,
 * `HoldPlaced` and `on-hold-placed`.
 */
const STORED_NAME = /^[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)*$/;

function isParameter(parent, node) {
  return parent.params?.includes(node) ?? false;
}

/** Reports file names, declared names and stored names that contain a forbidden word. */
export const plainNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      file: 'The file name contains "{{word}}". Use a plain term: {{instead}}.',
      name: '"{{name}}" contains "{{word}}". Use a plain term: {{instead}}.',
    },
  },
  create(context) {
    const check = (node) => {
      if (!isDeclared(node)) return;
      const found = forbiddenWordIn(node.name);
      if (found !== null) context.report({ node, messageId: 'name', data: { name: node.name, ...found } });
    };
    return {
      Program(node) {
        const found = forbiddenWordIn(basename(context.filename));
        if (found !== null) context.report({ node, loc: { line: 1, column: 0 }, messageId: 'file', data: found });
      },
      Identifier: check,
      PrivateIdentifier: check,
      Literal(node) {
        const { value } = node;
        if (typeof value !== 'string' || !STORED_NAME.test(value) || wordsOf(value).length < 2) return;
        const found = forbiddenWordIn(value);
        if (found !== null) context.report({ node, messageId: 'name', data: { name: value, ...found } });
      },
    };
  },
};
