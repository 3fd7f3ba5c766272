/** The methods that handle requests and public facts, in the services and in the libraries that several services use. */
import ts from 'typescript';
import { requests } from './contracts.js';
import { contractNames, symbolOf, visitAll, type Sources } from './program.js';
import { appOf } from './streams.js';

export interface MessageHandler {
  readonly app: string;
  readonly file: string;
  /** The names in the contracts, for example `catalogue` and `submitRelease`. */
  readonly group: string;
  readonly member: string;
  readonly kind: 'request' | 'fact';
  /** The options of the decorator. */
  readonly options: ts.Node | undefined;
  readonly method: ts.MethodDeclaration;
}

/** Returns the methods with a message pattern. A method of a library appears once for every service that uses it. */
export function messageHandlersIn(sources: Sources): readonly MessageHandler[] {
  const { files, pathOf } = sources;
  return files
    .filter((file) => /^(apps|libs)\/[^/]+\/src\//.test(pathOf(file)))
    .flatMap((file) => methodsOf(file).flatMap((method) => handlersOf(method, sources)));
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
    const handler = { file, method, options, kind: decorator === 'MessagePattern' ? 'request' : 'fact' } as const;
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
