/** Reads from the sources what the generated files need: the streams of a service and the public facts. */
import { basename } from 'node:path';
import ts from 'typescript';
import { visitAll, type Sources } from '../map/program.js';
import { streamsIn } from '../map/streams.js';

export interface StreamTypes {
  /** The folder of the stream: `hold` */
  readonly folder: string;
  /** The name of the stream's constant: `holdStream` */
  readonly constant: string;
  readonly state: string;
  readonly fact: string;
  /** The names of the files that declare the constant, the state and the fact, without `.ts`. */
  readonly files: { readonly constant: string; readonly state: string; readonly fact: string };
  /** The statuses in the state type; empty for a state without statuses. */
  readonly statuses: readonly string[];
}
export interface PublicFact {
  /** The name of the group in the contracts: `installationFacts` */
  readonly group: string;
  /** The property of the fact's data that contains the id of the stream. */
  readonly idProperty: string;
}

/** Returns the streams of a service that `hold/hold.ts` or `hold/hold-stream.ts` declares. */
export function streamTypesOf(sources: Sources, service: string): readonly StreamTypes[] {
  return [...streamsIn(sources)].flatMap(([node, { app, file }]): StreamTypes[] => {
    const folder = /\/src\/([^/]+)\/\1(?:-stream)?\.ts$/.exec(file)?.[1];
    if (app !== service || folder === undefined || !ts.isVariableDeclaration(node)) return [];
    const { type } = node;
    if (type === undefined || !ts.isTypeReferenceNode(type)) return [];
    const [state, fact] = type.typeArguments ?? [];
    if (state === undefined || fact === undefined) return [];
    const statuses = literalsOf(sources.checker, sources.checker.getTypeAtLocation(state));
    const files = {
      constant: basename(file, '.ts'),
      state: fileOf(sources.checker, state),
      fact: fileOf(sources.checker, fact),
    };
    return [{ folder, constant: node.name.getText(), state: state.getText(), fact: fact.getText(), files, statuses }];
  });
}

/** Returns the name of the file that declares a type, without `.ts`. */
function fileOf(checker: ts.TypeChecker, type: ts.TypeNode): string {
  const symbol = checker.getSymbolAtLocation(ts.isTypeReferenceNode(type) ? type.typeName : type);
  const declared =
    symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  const [declaration] = declared?.declarations ?? [];
  if (declaration === undefined) throw new Error(`${type.getText()} is declared nowhere`);
  return basename(declaration.getSourceFile().fileName, '.ts');
}

function literalsOf(checker: ts.TypeChecker, state: ts.Type): string[] {
  const status = state.getProperty('status');
  const type = status === undefined ? undefined : checker.getTypeOfSymbol(status);
  const members = type === undefined ? [] : type.isUnion() ? type.types : [type];
  return members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
}

/** Returns the public fact with this name in the contracts, or null. */
export function publicFactNamed({ checker, files }: Sources, member: string): PublicFact | null {
  let found: PublicFact | null = null;
  for (const file of files.filter((one) => one.fileName.includes('/libs/contracts/src/'))) {
    visitAll(file, (node) => {
      if (!ts.isVariableDeclaration(node) || !/Facts$/.test(node.name.getText())) return;
      const fact = checker.getTypeAtLocation(node.name).getProperty(member);
      if (fact === undefined) return;
      const [data] = checker.getTypeArguments(checker.getTypeOfSymbol(fact) as ts.TypeReference);
      found = { group: node.name.getText(), idProperty: idPropertyOf(data) };
    });
  }
  return found;
}

function idPropertyOf(data: ts.Type | undefined): string {
  const names = data?.getProperties().map(({ name }) => name) ?? [];
  return (
    names.find((name) => name === 'installation_id') ?? names.find((name) => /_id$/.test(name)) ?? names[0] ?? 'id'
  );
}
