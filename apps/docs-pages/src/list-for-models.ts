/** `/llms.txt`: the documents that a program or a model can read as text (llmstxt.org). */
import { addressOfDownload, VECTORS } from './downloads.js';
import { addressOf, type Page } from './page.js';
import { apiDocuments, texts, type Language } from './texts.js';

/** Stands for the address of the hub, which the gateway knows. */
export const ORIGIN = '{origin}';

const INTRO = `# Kushk

> Build, test and publish plugins for an assistant platform. Every document is markdown at the addresses below; with
> \`Accept: text/markdown\` the address without \`.md\` answers the same. The document of an error code is
> ${ORIGIN}/errors/CODE.md, and ${ORIGIN}/errors/CODE answers it as JSON.
`;

export function listForModels(pages: Readonly<Record<string, readonly Page[]>>): string {
  const listOf = (language: Language): string =>
    (pages[language] ?? [])
      .filter(({ markdown, section }) => markdown !== undefined && section !== null)
      .map((page) => `- [${page.title}](${ORIGIN}${markdownAddressOf(page)})`)
      .join('\n');
  const apis = apiDocuments.map(
    ({ name, title }) =>
      `- [${title.en}](${ORIGIN}${addressOfDownload(`openapi/${name}.json`)}): OpenAPI, with the webhooks`,
  );
  const schema = `- [${texts.manifest.en}](${ORIGIN}/schemas/plugin-manifest/1.json): JSON Schema`;
  const vectors = `- [Test vectors](${ORIGIN}${addressOfDownload(VECTORS)}): signed calls with the verdict of a right verifier`;
  return [
    INTRO,
    `## English\n\n${listOf('en')}\n`,
    `## فارسی\n\n${listOf('fa')}\n`,
    `## Machine-readable\n\n${[schema, vectors, ...apis].join('\n')}\n`,
  ].join('\n');
}

function markdownAddressOf(page: Page): string {
  return page.slug === '' ? `${addressOf(page)}/index.md` : `${addressOf(page)}.md`;
}
