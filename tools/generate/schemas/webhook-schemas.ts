/** Generates the JSON Schemas of the calls to plugins from the types with which the services build their bodies. */
import ts from 'typescript';
import type { Sources } from '../map/program.js';
import { withFormat } from './formats.js';
import { describeType, type Schema } from './json-schema.js';

export interface WebhookSchemas {
  /** The bodies of `installed`, `removed` and tool calls. */
  readonly calls: Readonly<Record<string, Schema>>;
  /** The `data` of each event, by event type. */
  readonly events: Readonly<Record<string, Schema>>;
}

/** Throws when the contracts do not contain the types. */
export function webhookSchemas(sources: Sources): WebhookSchemas {
  return {
    calls: membersOf('PluginCallBodies', sources),
    events: membersOf('PluginEventData', sources),
  };
}

function membersOf(name: string, { checker, files }: Sources): Record<string, Schema> {
  const declaration = files
    .flatMap((file) => [...file.statements])
    .filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
    .find((one) => one.name.text === name);
  if (declaration === undefined) throw new Error(`the contracts have no type ${name}`);
  const members = checker.getPropertiesOfType(checker.getTypeAtLocation(declaration.name));
  return Object.fromEntries(
    members.map((member) => {
      const { schema, defs } = describeType(checker, checker.getTypeOfSymbol(member));
      if (Object.keys(defs).length > 0) throw new Error(`${name}.${member.name} has named types`);
      return [member.name, open(schema)];
    }),
  );
}

/** Later versions may add members to a call, so its schema allows them. Adds the formats of fields. */
function open(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const entries = Object.entries(value).filter(
        ([keyword, one]) => keyword !== 'additionalProperties' || one !== false,
      );
      const isEmpty = 'type' in value && value.type === 'object' && !('properties' in value);
      return withFormat(name, { ...Object.fromEntries(entries), ...(isEmpty && { additionalProperties: true }) });
    }),
  ) as Schema;
}
