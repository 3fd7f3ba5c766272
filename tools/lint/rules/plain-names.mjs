import { basename } from 'node:path';
import { forbiddenWordIn, wordsOf } from './forbidden-words.mjs';

/** Declarations whose `id` is their name. */
const NAMED_BY_ID = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSModuleDeclaration',
]);
/** Members whose `key` is their name. */
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

/** Whether an identifier is the name of a declaration. A use of a name is not reported: its declaration is. */
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
      // `{ name: local }` declares `local` in a pattern, and `name` in an object.
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

/** Subjects, stream categories, fact types and consumers: `cmd.wallet.hold.place`, `HoldPlaced`, `on-hold-placed`. */
const STORED_NAME = /^[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)*$/;

function isParameter(parent, node) {
  return parent.params?.includes(node) ?? false;
}

/** Reports names of files, declarations and stored names that contain a forbidden word. */
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
