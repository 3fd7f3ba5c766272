/** Generates the JSON Schema of every public fact from the fact's type in the contracts. */
import ts from 'typescript';
import { publicFacts } from '../map/contracts.js';
import type { Sources } from '../map/program.js';
import { describeType, type Schema } from './json-schema.js';

/** Returns the name of a fact's schema: the fact's subject without `evt.`, such as `wallet.wallet.opened.v1`. */
export function schemaName(subject: string): string {
  return subject.slice('evt.'.length);
}

/** Returns the schemas by name. Throws for a public fact without a type in the sources. */
export function factSchemas({ checker, files }: Sources): ReadonlyMap<string, Schema> {
  const exported = new Map(
    files
      .flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol))
      .map((symbol) => [symbol.name, symbol]),
  );
  const schemas = new Map<string, Schema>();
  for (const { name, subject } of publicFacts.values()) {
    const [group = '', member = ''] = name.split('.');
    const holder = exported.get(group);
    const fact = holder && checker.getTypeOfSymbol(holder).getProperty(member);
    const [data] = fact ? checker.getTypeArguments(checker.getTypeOfSymbol(fact) as ts.TypeReference) : [];
    if (fact === undefined || data === undefined) throw new Error(`${name} has no type in the contracts`);
    const description = [fact, ...(data.isIntersection() ? [] : [data.symbol])]
      .map((one) => ts.displayPartsToString(one.getDocumentationComment(checker)))
      .join(' ')
      .trim();
    const { schema, defs } = describeType(checker, data);
    schemas.set(schemaName(subject), {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:kushk:fact:${schemaName(subject)}`,
      title: subject,
      ...(description !== '' && { description: description.replace(/\s+/g, ' ') }),
      ...schema,
      ...(Object.keys(defs).length > 0 && {
        $defs: Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1))),
      }),
    });
  }
  return schemas;
}
