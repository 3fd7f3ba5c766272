/**
 * Generates JSON Schema 2020-12 from TypeScript types. Supports the types that the contracts use and throws for any
 * other type.
 */
import ts from 'typescript';

export type Schema = { [keyword: string]: unknown };

/** The names of the simple types, in the order in which schemas list them. */
const simpleTypes = ['string', 'number', 'boolean', 'null'];

/**
 * The types of any JSON. Their recursive definitions would say no more, and generators of clients cannot express them.
 */
const freeTypes: Readonly<Record<string, Schema>> = {
  Json: {},
  JsonObject: { type: 'object', additionalProperties: true },
};

export interface Described {
  readonly schema: Schema;
  /** The named types that the schema references, by name. */
  readonly defs: Readonly<Record<string, Schema>>;
}

/** Returns the inline schema of a type. Named interfaces and recursive aliases inside it become `$defs`. */
export function describeType(checker: ts.TypeChecker, type: ts.Type): Described {
  const defs: Record<string, Schema> = {};
  return { schema: new SchemaBuilder(checker, defs).object(type), defs };
}

/** Like `describeType`, but returns a reference to a definition when the type has a name. */
export function describeUse(checker: ts.TypeChecker, type: ts.Type): Described {
  const defs: Record<string, Schema> = {};
  return { schema: new SchemaBuilder(checker, defs).of(type), defs };
}

class SchemaBuilder {
  private readonly checker: ts.TypeChecker;
  private readonly defs: Record<string, Schema>;

  constructor(checker: ts.TypeChecker, defs: Record<string, Schema>) {
    this.checker = checker;
    this.defs = defs;
  }

  of(type: ts.Type): Schema {
    const name = nameOf(type);
    if (name === null) return this.inline(type);
    const free = freeTypes[name];
    if (free !== undefined) return free;
    if (this.defs[name] === undefined) {
      // The definition must be registered before it is filled, because a recursive type references itself.
      this.defs[name] = {};
      Object.assign(this.defs[name], described(this.checker, type.aliasSymbol ?? type.symbol), this.inline(type));
    }
    return { $ref: `#/$defs/${name}` };
  }

  /** Returns the inline schema of an object with all its properties, even if the type has a name. */
  object(type: ts.Type): Schema {
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const properties = this.checker.getPropertiesOfType(type);
    const required = properties
      .filter((property) => !(property.flags & ts.SymbolFlags.Optional))
      .map((property) => property.name);
    return {
      type: 'object',
      ...(properties.length > 0 && {
        properties: Object.fromEntries(properties.map((property) => [property.name, this.property(property)])),
      }),
      ...(required.length > 0 && { required }),
      additionalProperties: index ? orAny(this.of(index.type)) : false,
    };
  }

  private property(property: ts.Symbol): Schema {
    return { ...described(this.checker, property), ...this.of(this.checker.getTypeOfSymbol(property)) };
  }

  private inline(type: ts.Type): Schema {
    const { flags } = type;
    if (flags & ts.TypeFlags.Unknown) return {};
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnion()) return this.union(type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined)));
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (this.checker.isArrayType(type))
      return { type: 'array', items: this.of(this.checker.getTypeArguments(type as ts.TypeReference)[0] as ts.Type) };
    if (type.isIntersection() || (flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0))
      return this.object(type);
    throw new Error(`no JSON Schema for the type ${this.checker.typeToString(type)}`);
  }

  /** Merges string literals into one `enum` and simple types into one `type`. All other unions become `anyOf`. */
  private union(types: readonly ts.Type[]): Schema {
    const literals = types.filter((one) => one.isStringLiteral()).map((one) => one.value);
    const booleans = types.filter((one) => one.flags & ts.TypeFlags.BooleanLiteral);
    const rest = types.filter((one) => !one.isStringLiteral() && !booleans.includes(one)).map((one) => this.of(one));
    const isSimple = (schema: Schema): boolean =>
      Object.keys(schema).length === 1 && typeof schema['type'] === 'string';
    const names = [
      ...(booleans.length > 0 ? ['boolean'] : []),
      ...rest.filter(isSimple).map((schema) => schema['type']),
    ];
    const simple = simpleTypes.filter((name) => names.includes(name));
    const others = rest.filter((schema) => !isSimple(schema));
    if (literals.length > 0 && others.length === 0 && simple.every((name) => name === 'null'))
      return { enum: [...literals, ...(simple.length > 0 ? [null] : [])] };
    const options = [
      ...(literals.length > 0 ? [{ enum: literals }] : []),
      ...(simple.length > 0 ? [{ type: simple.length === 1 ? simple[0] : simple }] : []),
      ...others,
    ];
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { anyOf: options };
  }
}

/** Generators of clients read `true` as any value, and stumble over the equivalent `{}`. */
function orAny(schema: Schema): Schema | true {
  return Object.keys(schema).length === 0 ? true : schema;
}

/**
 * Returns the name of a type that becomes a definition. Unions of string literals and anonymous objects stay inline.
 */
function nameOf(type: ts.Type): string | null {
  const alias = type.aliasSymbol;
  if (alias !== undefined && !type.aliasTypeArguments?.length) {
    const isLiterals = type.isUnion() && type.types.every((one) => one.isStringLiteral());
    return isLiterals ? null : alias.name;
  }
  return type.isClassOrInterface() ? type.symbol.name : null;
}

function described(checker: ts.TypeChecker, symbol: ts.Symbol): Schema {
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
  return description === '' ? {} : { description };
}
