/** Draws the reference of the manifest from its JSON Schema: each field with its meaning, rule and example. */
import { code, escapeHtml, withCode } from './html.js';
import { manifestFields } from './manifest-fields.js';
import { codeBlock } from './markdown.js';
import type { Page } from './page.js';
import { fieldsOf, isSchema, ruleOf, type Schema } from './schema-rows.js';
import { texts, type Language } from './texts.js';

/** Fields whose own fields are a JSON Schema of the author, or are named by the author. */
const CLOSED = /^(?:names|summaries|scopes|settings)\b|\.(?:names|rates|schema|input_schema)\./;

/** Returns the page. Throws for a field of the schema without a text, and for a text without a field. */
export function manifestPage(schema: Schema, language: Language): Page {
  const rows = fieldsOf(withoutClosed(schema), () => ({}));
  const paths = rows.map(({ path }) => path);
  const missing = paths.filter((path) => manifestFields[path] === undefined);
  const unknown = Object.keys(manifestFields).filter((path) => !paths.includes(path));
  if (missing.length + unknown.length > 0)
    throw new Error(`manifest-fields.ts lacks ${missing.join(', ')}; not in the schema: ${unknown.join(', ')}`);
  const sections = rows.map(({ path, type, isRequired, schema: field }) => {
    const { [language]: meaning, example } = manifestFields[path]!;
    const required = isRequired ? ` <small class="required">${texts.required[language]}</small>` : '';
    const depth = path.includes('.') || path.includes('[') ? 3 : 2;
    return `<h${depth} id="${escapeHtml(path)}">${code(path)}${required}</h${depth}>
<p>${withCode(meaning)}</p>
<p class="rule">${texts.rule[language]}: ${code(type)} ${ruleOf(field, language).replaceAll('<br>', ' ')}</p>
${codeBlock(example, 'yaml')}`;
  });
  return {
    slug: 'manifest',
    title: texts.manifest[language],
    language,
    contentLanguage: language,
    section: 'reference',
    html: `<p>${withCode(texts.manifestIntro[language])}</p>${sections.join('\n')}`,
    hasSections: true,
  };
}

/** The schema without the parts that the author defines: their fields are not fields of the manifest. */
function withoutClosed(schema: Schema, path = ''): Schema {
  const { allOf: _conditions, additionalProperties: _open, items, properties, ...rest } = schema;
  if (CLOSED.test(`${path}.`) || CLOSED.test(path)) return rest;
  const inner = isSchema(properties)
    ? Object.entries(properties).map(([name, property]) => {
        const below = path === '' ? name : `${path}.${name}`;
        return [name, isSchema(property) ? withoutClosed(property, below) : property];
      })
    : null;
  return {
    ...rest,
    ...(inner !== null && { properties: Object.fromEntries(inner) as Schema }),
    ...(isSchema(items) && { items: withoutClosed(items, `${path}[]`) }),
  };
}
