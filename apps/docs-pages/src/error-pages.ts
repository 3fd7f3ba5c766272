/** The pages of the error codes, drawn from the table of codes and docs/guide/errors.yaml. */
import { allCodes, codeEntry, familyOf } from '@kushk/edge';
import { withNpx } from './command-name.js';
import { code, table, withCode } from './html.js';
import { addressOf, type Page } from './page.js';
import { texts, type Language, type Text } from './texts.js';

export interface Remedy {
  readonly why: string;
  readonly fix: string;
  readonly why_fa: string;
  readonly fix_fa: string;
}
export type Remedies = Readonly<Record<string, Remedy>>;

/** What a program gets beside code, status and titles. */
export interface ErrorDocument {
  readonly causes: Readonly<Record<Language, string>>;
  readonly remedies: Readonly<Record<Language, string>>;
}

/** Endings of codes that need no line in the table, such as `case.not_found`. */
const FAMILIES = ['not_found', 'busy', 'unavailable'] as const;
/** Codes of a family with a page of their own, because there is more to do than the family's page says. */
const OF_FAMILIES = ['tool.not_found'];

/**
 * Returns the codes that have a page: those of the table, some of the families, and one per family. Throws for a code
 * without a remedy.
 */
export function errorDocuments(remedies: Remedies): ReadonlyMap<string, ErrorDocument> {
  const wanted = [...allCodes(), ...OF_FAMILIES, ...FAMILIES];
  const missing = wanted.filter((name) => remedies[name] === undefined);
  const unknown = Object.keys(remedies).filter((name) => !wanted.includes(name));
  if (missing.length + unknown.length > 0)
    throw new Error(`docs/guide/errors.yaml lacks ${missing.join(', ') || 'nothing'}; unknown: ${unknown.join(', ')}`);
  return new Map(
    wanted.map((name) => {
      const { why, fix, why_fa, fix_fa } = remedies[name]!;
      const both = (en: string, fa: string): Text => ({ en: withNpx(en), fa: withNpx(fa) });
      return [name, { causes: both(why, why_fa), remedies: both(fix, fix_fa) }];
    }),
  );
}

/**
 * Returns the page of a code: its own, or the one of its family. Throws for a code without either, because a link to it
 * would lead nowhere.
 */
export function pageOfCode(name: string, documents: ReadonlyMap<string, ErrorDocument>): string {
  const page = documents.has(name) ? name : familyOf(name);
  if (page === null || !documents.has(page)) throw new Error(`${name} has no page of docs/guide/errors.yaml`);
  return `errors/${page}`;
}

export interface ErrorPagesOptions {
  readonly language: Language;
  /** Codes that the OpenAPI documents name. The page of a family lists its codes. */
  readonly codes: readonly string[];
}

export function errorPages(
  documents: ReadonlyMap<string, ErrorDocument>,
  { language, codes }: ErrorPagesOptions,
): readonly Page[] {
  const base = { language, contentLanguage: language, hasSections: false } as const;
  const lines = [...documents.keys()].map((name) => {
    const { status, title } = entryOf(name, language);
    return `- [\`${shown(name)}\`](${addressOf({ language, slug: `errors/${name}` })}) ${status}: ${title}`;
  });
  const rows = [...documents.keys()].map((name) => {
    const { status, title } = entryOf(name, language);
    return [`<a href="/docs/${language}/errors/${name}">${code(shown(name))}</a>`, String(status), withCode(title)];
  });
  const head = [texts.code[language], texts.status[language], texts.means[language]];
  return [
    {
      ...base,
      slug: 'errors',
      title: texts.errors[language],
      section: 'reference',
      html: `<p>${withCode(texts.errorsIntro[language])}</p>${table(texts.errors[language], head, rows)}`,
      markdown: [`# ${texts.errors[language]}`, texts.errorsIntro[language], lines.join('\n')].join('\n\n') + '\n',
    },
    ...[...documents].map(([name, { causes, remedies }]): Page => {
      const { status, title } = entryOf(name, language);
      const members = codes.filter((one) => pageOfCode(one, documents) === `errors/${name}` && one !== name);
      const html = `<p class="status">${texts.status[language]}: <b>${status}</b></p>
<h2 id="means">${texts.means[language]}</h2><p>${withCode(title)}</p>
<h2 id="why">${texts.why[language]}</h2><p>${withCode(causes[language])}</p>
<h2 id="fix">${texts.fix[language]}</h2><p>${withCode(remedies[language])}</p>${membersHtml(members, language)}
<p><a href="/docs/${language}/errors">${texts.errors[language]}</a></p>`;
      const parts = [
        `# ${shown(name)}`,
        `${texts.status[language]}: ${status}`,
        ...[
          [texts.means[language], title],
          [texts.why[language], causes[language]],
          [texts.fix[language], remedies[language]],
          ...(members.length === 0
            ? []
            : [[texts.familyCodes[language], members.map((one) => `\`${one}\``).join(', ')]]),
        ].map(([heading, text]) => `## ${heading}\n\n${text}`),
      ];
      const markdown = `${parts.join('\n\n')}\n`;
      return { ...base, slug: `errors/${name}`, title: shown(name), section: null, html, markdown };
    }),
  ];
}

function membersHtml(members: readonly string[], language: Language): string {
  if (members.length === 0) return '';
  return `\n<h2 id="codes">${texts.familyCodes[language]}</h2><p>${members.map(code).join(', ')}</p>`;
}

const isFamily = (name: string): boolean => (FAMILIES as readonly string[]).includes(name);
const shown = (name: string): string => (isFamily(name) ? `*.${name}` : name);

function entryOf(name: string, language: Language): { readonly status: number; readonly title: string } {
  const entry = codeEntry(isFamily(name) ? `any.${name}` : name);
  if (entry === null) throw new Error(`${name} is not in the table of codes`);
  return { status: entry.status, title: entry.titles[language] };
}
