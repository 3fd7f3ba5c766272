import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Returns a function that validates a public fact against its committed schema and returns one line per problem.
 * `type` is the fact's subject without the subject prefix.
 */
export function factValidator(folder: string): (type: string, data: unknown) => readonly string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  const compiled = new Map<string, ValidateFunction>();
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.schema.json'))) {
    const schema = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly title: string };
    compiled.set(schema.title, ajv.compile(schema));
  }
  return (type, data) => {
    const validate = compiled.get(type);
    if (validate === undefined) return [`${type} has no schema`];
    return validate(data)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message = 'is wrong' }) => `${type} ${instancePath || '/'} ${message}`,
        );
  };
}
