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

/** Returns all handlers. A method of a library appears once for every service that uses it. */
export function messageHandlersIn(sources: Sources): readonly MessageHandler[] {
  const { files, pathOf } = sources;
  return files
    // The broker declares the functions that make handlers.
    .filter((file) => /^(apps|libs)\/(?!broker\/)[^/]+\/src\//.test(pathOf(file)))
    .flatMap((file) => [
      ...functionHandlersOf(file, sources),
      ...methodsOf(file).flatMap((method) => handlersOf(method, sources)),
    ]);
}

/** Handlers of the form `export const FreezeWalletHandler = commandHandler(walletLedger.freeze, …)`. */
function functionHandlersOf(file: ts.SourceFile, { checker, pathOf }: Sources): readonly MessageHandler[] {
  const app = appOf(pathOf(file));
  if (app === null || !file.fileName.endsWith('.handler.ts')) return [];
  const calls = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.map(({ initializer }) => initializer))
    .filter(
      (value) => value !== undefined && ts.isCallExpression(value) && /Handler$/.test(value.expression.getText()),
    );
  return (calls as ts.CallExpression[]).flatMap((code) => {
    const [message, options] = code.arguments;
    if (message === undefined) return [];
    const names = contractNames(checker, message);
    if (names === null) throw new Error(`${file.fileName}: ${message.getText()} is not in the contracts`);
    const kind = propertyOf(options, 'reaction') === null ? 'request' : 'fact';
    return [{ app, file: pathOf(file), group: names[0], member: names[1], kind, options, code }];
  });
}

function methodsOf(file: ts.SourceFile): readonly ts.MethodDeclaration[] {
  const found: ts.MethodDeclaration[] = [];
  visitAll(file, (node) => {
    if (ts.isMethodDeclaration(node) && (ts.getDecorators(node)?.length ?? 0) > 0) found.push(node);
  });
  return found;
}

function handlersOf(method: ts.MethodDeclaration, sources: Sources): readonly MessageHandler[] {
  const { checker, pathOf } = sources;
  const [file, app] = [pathOf(method), appOf(pathOf(method))];
  return (ts.getDecorators(method) ?? []).flatMap(({ expression }) => {
    if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression)) return [];
    const decorator = expression.expression.text;
    if (decorator !== 'MessagePattern' && decorator !== 'EventPattern') return [];
    const [subject, options] = expression.arguments;
    const type = subject && ts.isPropertyAccessExpression(subject) ? subject.expression : undefined;
    const names = contractNames(checker, type);
    if (type === undefined || !ts.isPropertyAccessExpression(type) || names === null)
      throw new Error(`${file}: ${expression.getText()} is not in the contracts`);
    const handler = { file, code: method, options, kind: decorator === 'MessagePattern' ? 'request' : 'fact' } as const;
    if (app !== null) return [{ ...handler, app, group: names[0], member: names[1] }];
    return groupsOf(type, sources).flatMap((group) => {
      const service = requests.get(`${group}.${names[1]}`)?.service;
      return service === undefined ? [] : [{ ...handler, app: service, group, member: names[1] }];
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
