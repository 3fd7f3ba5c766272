/** Draws the reference of an API from its OpenAPI document: one page per tag, and a list of all operations. */
import { code, escapeHtml, table, withCode } from './html.js';
import { addressOfDownload } from './downloads.js';
import { pageOfCode, type ErrorDocument } from './error-pages.js';
import { codeBlock } from './markdown.js';
import { addressOf, type Page } from './page.js';
import { fieldsOf, isSchema, ruleOf, typeOf, type Schema } from './schema-rows.js';
import { texts, type Language, type Text } from './texts.js';

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly servers?: readonly { readonly url: string }[];
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, ApiAnswer>>;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}
interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}
interface ApiAnswer {
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}
interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}
interface ApiText {
  readonly name: string;
  readonly title: Text;
  readonly intro: Text;
}

/** What is drawn, and for whom. */
export interface ApiReference {
  readonly document: OpenApiDocument;
  readonly language: Language;
  /** The codes with a page, for the links of the answers. */
  readonly errors: ReadonlyMap<string, ErrorDocument>;
}

/** Returns the pages of one API in one language. Descriptions of operations are English in both. */
export function apiPages(api: ApiText, reference: ApiReference): readonly Page[] {
  const { document, language } = reference;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const tags = [...new Set(calls.map(tagOf))];
  const base = { language, contentLanguage: language, hasSections: true } as const;
  const overview = tags.map((tag) => {
    const rows = calls
      .filter((call) => tagOf(call) === tag)
      .map((call) => [linkTo(call, api, language), summary(call)]);
    const head = [texts.operations[language], texts.description[language]];
    return `<h2 id="${tag}">${escapeHtml(tag)}</h2>${table(tag, head, rows)}`;
  });
  const download = `<p><a href="${addressOfDownload(`openapi/${api.name}.json`)}" download>OpenAPI (JSON)</a></p>`;
  const intro = `<p>${withCode(api.intro[language])}</p>`;
  return [
    {
      ...base,
      slug: `api/${api.name}`,
      title: api.title[language],
      section: 'apis',
      html: `${intro}${download}${overview.join('\n')}`,
      hasSections: false,
    },
    ...tags.map((tag) => ({
      ...base,
      slug: `api/${api.name}/${tag}`,
      title: `${api.title[language]}: ${tag}`,
      section: null,
      html: calls
        .filter((call) => tagOf(call) === tag)
        .map((call) => operationOf(call, reference))
        .join('\n'),
    })),
  ];
}

/** Returns the calls to a plugin: all of them, or those of events. */
export function webhookHtml(reference: ApiReference, isShown: (name: string) => boolean): string {
  return Object.entries(reference.document.webhooks ?? {})
    .filter(([name]) => isShown(name))
    .map(([name, { post }]) => operationOf({ method: 'POST', path: name, operation: post }, reference))
    .join('\n');
}

const tagOf = ({ operation }: Call): string => operation.tags?.[0] ?? 'other';
const summary = ({ operation }: Call): string => `<span lang="en" dir="ltr">${withCode(operation.summary)}</span>`;

function linkTo(call: Call, { name }: ApiText, language: Language): string {
  const address = `/docs/${language}/api/${name}/${tagOf(call)}#${call.operation.operationId}`;
  return `<a href="${address}">${code(`${call.method} ${call.path}`)}</a>`;
}

function operationOf({ method, path, operation }: Call, reference: ApiReference): string {
  const id = escapeHtml(operation.operationId);
  const isEvent = !path.startsWith('/');
  return `<section class="operation">
<h2 id="${id}"><span lang="en" dir="ltr">${withCode(operation.summary)}</span></h2>
${isEvent ? '' : `<p class="route" dir="ltr"><b>${method}</b> <code>${escapeHtml(path)}</code></p>`}
${operation.description === undefined ? '' : `<p lang="en" dir="ltr">${withCode(operation.description)}</p>`}
${samplesOf(operation)}
${parametersOf(operation, reference)}
${bodyOf(operation, reference)}
${answersOf(operation, reference)}
</section>`;
}

/** The command and, if it is JSON, what it prints: always in sight, because most readers copy first. */
function samplesOf({ 'x-codeSamples': samples = [], responses }: Operation): string {
  if (samples.length === 0) return '';
  const answers = Object.values(responses).flatMap(({ content }) => content?.['application/json']?.example ?? []);
  return [...samples.map(({ source }) => codeBlock(source, 'sh')), ...answers.map((answer) => exampleOf(answer))].join(
    '\n',
  );
}

const exampleOf = (value: unknown): string => codeBlock(JSON.stringify(value, null, 2), 'json');

function resolver(document: OpenApiDocument): (reference: string) => Schema {
  return (reference) => {
    let found: unknown = document;
    for (const key of reference.replace(/^#\//, '').split('/')) found = isSchema(found) ? found[key] : undefined;
    return isSchema(found) ? found : {};
  };
}

function parametersOf({ parameters = [] }: Operation, { document, language }: ApiReference): string {
  if (parameters.length === 0) return '';
  const head = [texts.name[language], texts.type[language], texts.description[language]];
  const rows = parameters.map(({ name, in: place, required, description, schema }) => [
    `${code(name)}${required === true ? requiredMark(language) : ''}<br><small>${place}</small>`,
    code(typeOf(schema ?? {}, resolver(document))),
    `<span lang="en" dir="ltr">${withCode(description ?? '')}</span>`,
  ]);
  const label = texts.parameters[language];
  return details(label, table(label, head, rows));
}

function bodyOf(operation: Operation, { document, language }: ApiReference): string {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type === undefined) return '';
  const isInSample = operation['x-codeSamples'] !== undefined;
  const example = content?.example === undefined || isInSample ? '' : exampleOf(content.example);
  const fields = fieldTable(content?.schema, document, { language, label: texts.body[language] });
  return fields === '' && example === '' ? '' : details(labelled(texts.body[language], type), fields + example);
}

function answersOf(operation: Operation, { document, language, errors }: ApiReference): string {
  const { responses } = operation;
  const isInSample = operation['x-codeSamples'] !== undefined;
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const bad = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const answers = good.map(([status, { description, content }]) => {
    const { schema, example } = Object.values(content ?? {})[0] ?? {};
    const shown = example === undefined || isInSample ? '' : exampleOf(example);
    const answer = `${status} ${description}`;
    const fields = fieldTable(schema, document, { language, label: `${texts.answers[language]}: ${answer}` });
    const label = labelled(texts.answers[language], answer);
    return fields === '' ? `<p>${label}</p>` : details(label, fields + shown);
  });
  const rows = bad.flatMap(([status, { description }]) =>
    codesIn(description).map(({ name, title }) => [
      `<a href="${addressOf({ language, slug: pageOfCode(name, errors) })}">${code(name)}</a>`,
      status,
      `<span lang="en" dir="ltr">${escapeHtml(title)}</span>`,
    ]),
  );
  const label = texts.problems[language];
  const head = [texts.code[language], texts.status[language], texts.meaning[language]];
  return answers.join('\n') + (rows.length === 0 ? '' : details(label, table(label, head, rows)));
}

interface NamedCode {
  readonly name: string;
  readonly title: string;
}

/** The codes that the description of an answer names, each with its title. */
function codesIn(description: string): readonly NamedCode[] {
  return [...description.matchAll(/`([a-z_.]+)`: ([^`]*)/g)].map(([, name = '', title = '']) => ({
    name,
    title: title.trim().replace(/\.$/, ''),
  }));
}

/** All codes with which the operations of an API reject a request. */
export function codesOf({ paths }: OpenApiDocument): readonly string[] {
  const answers = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses));
  const rejections = answers.filter(([status]) => Number(status) >= 400);
  return rejections.flatMap(([, { description }]) => codesIn(description).map(({ name }) => name));
}

function fieldTable(
  schema: Schema | undefined,
  document: OpenApiDocument,
  { language, label }: { readonly language: Language; readonly label: string },
): string {
  const rows = fieldsOf(schema ?? {}, resolver(document));
  if (rows.length === 0) return '';
  return table(
    label,
    [texts.field[language], texts.type[language], texts.rule[language]],
    rows.map(({ path, type, isRequired, schema: field, description }) => [
      code(path) + (isRequired ? requiredMark(language) : ''),
      code(type),
      [ruleOf(field, language), description === '' ? '' : `<span lang="en" dir="ltr">${withCode(description)}</span>`]
        .filter((part) => part !== '')
        .join('<br>'),
    ]),
  );
}

function requiredMark(language: Language): string {
  return ` <small class="required">${texts.required[language]}</small>`;
}

/** The second text is English in either language. */
function labelled(label: string, text: string): string {
  return `${escapeHtml(label)}: <bdi lang="en" dir="ltr">${escapeHtml(text)}</bdi>`;
}

/** `label` is HTML. */
function details(label: string, html: string): string {
  return `<details><summary>${label}</summary>${html}</details>`;
}
