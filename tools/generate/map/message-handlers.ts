/** What handles requests and public facts, in the services and in the libraries that several services use. */
import ts from 'typescript';
import { requests } from './contracts.js';
import { contractNames, propertyOf, symbolOf, visitAll, type Sources } from './program.js';
import { appOf } from './streams.js';

export interface MessageHandler {
  readonly app: string;
  readonly file: string;
  /** The names in the contracts, for example `catalogue` and `submitRelease`. */
  readonly group: string;
  readonly member: string;
  readonly kind: 'request' | 'fact';
  /** The options of a reaction. */
  readonly options: ts.Node | undefined;
  /** The code that handles the message. */
  readonly code: ts.Node;
}

/** Returns all handlers. A handler of a library appears once for every service that uses it. */
export function messageHandlersIn(sources: Sources): readonly MessageHandler[] {
  const { files, pathOf } = sources;
  return files.flatMap((file) => {
    if (file.fileName.endsWith('.handler.ts')) return handlersOf(appOf(pathOf(file)), topLevelCalls(file), sources);
    return /^libs\/[^/]+\/src\/.*-handlers\.ts$/.test(pathOf(file)) ? handlersOf(null, allCalls(file), sources) : [];
  });
}

/** The calls of `export const RevokeKeyHandler = commandHandler(catalogue.revokeKey, …)`. */
function topLevelCalls(file: ts.SourceFile): readonly ts.CallExpression[] {
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.map(({ initializer }) => initializer))
    .filter((value) => value !== undefined)
    .filter(ts.isCallExpression);
}

/** The calls of a function of a library, whose requests are parameters. */
function allCalls(file: ts.SourceFile): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  visitAll(file, (node) => {
    if (ts.isCallExpression(node)) found.push(node);
  });
  return found;
}

function handlersOf(app: string | null, calls: readonly ts.CallExpression[], sources: Sources): MessageHandler[] {
  const { checker, pathOf } = sources;
  return calls
    .filter(({ expression }) => /Handler$/.test(expression.getText()))
    .flatMap((code) => {
      const [message, options] = code.arguments;
      const [file, names] = [pathOf(code), contractNames(checker, message)];
      if (names === null || message === undefined || !ts.isPropertyAccessExpression(message))
        throw new Error(`${file}: ${message?.getText()} is not in the contracts`);
      const kind = propertyOf(options, 'reaction') === null ? 'request' : 'fact';
      const handler = { file, member: names[1], kind, options, code } as const;
      if (app !== null) return [{ ...handler, app, group: names[0] }];
      return groupsOf(message, sources).flatMap((group) => {
        const service = requests.get(`${group}.${names[1]}`)?.service;
        return service === undefined ? [] : [{ ...handler, app: service, group }];
      });
    });
}

/** Returns the constants of the contracts of which a request is a member, for a request of a parameter. */
function groupsOf(request: ts.PropertyAccessExpression, { checker, files, pathOf }: Sources): readonly string[] {
  const declaration = symbolOf(checker, request.name)?.valueDeclaration;
  const isMemberOf = ({ name }: ts.VariableDeclaration): boolean =>
    checker.getTypeAtLocation(name).getProperty(request.name.text)?.valueDeclaration === declaration;
  return files
    .filter((file) => pathOf(file).startsWith('libs/contracts/'))
    .flatMap((file) => file.statements.filter(ts.isVariableStatement))
    .flatMap(({ declarationList }) => declarationList.declarations.filter(isMemberOf))
    .map(({ name }) => name.getText());
}
