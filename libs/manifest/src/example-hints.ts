/** What to write for a field that is missing or of the wrong type: an example of the field. */
import type { Finding } from './problem.js';

/** By the path of the field, with `*` for an item of a list and for a name that the author chooses. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '/schema': 'schema: "1"',
  '/id': 'id: ir.acme.invoices',
  '/version': 'version: 1.0.0',
  '/publisher': 'publisher: acme',
  '/kind': 'kind: external',
  '/plugin_api': 'plugin_api: "1.0"',
  '/names': 'names: { en: Invoices, fa: فاکتورها }',
  '/base_url': 'base_url: https://plugin.acme.ir',
  '/delivery': 'delivery: poll',
  '/port': 'port: 8080',
  '/egress': 'egress: [api.acme.ir:443]',
  '/scopes': 'scopes: { records.own: Keeps the invoices }',
  '/scopes/*': 'records.own: Keeps the invoices',
  '/records/*/type': 'type: invoice',
  '/records/*/schema': 'schema: { type: object }',
  '/proposals/*/record_type': 'record_type: case',
  '/proposals/*/actions': 'actions: [update]',
  '/services/*/key': 'key: ocr.page',
  '/services/*/unit': 'unit: page',
  '/plans/*/key': 'key: basic',
  '/plans/*/rates': 'rates: { ocr.page: "0.25" }',
  '/tools/*/name': 'name: find_invoice',
  '/tools/*/description': 'description: Finds an invoice by its number.',
  '/tools/*/input_schema': 'input_schema: { type: object }',
};

const WITHOUT_SERVER = {
  en: ', or delivery: poll for a plugin that asks for its events and has no server',
  fa: '، یا delivery: poll برای افزونه‌ای که خودش رویدادها را می‌پرسد و سروری ندارد',
};

/** Adds an example to findings that say what is wrong and not what is right. */
export function withExample(finding: Finding): Finding {
  if (finding.hint !== undefined || (finding.code !== 'required' && finding.code !== 'type')) return finding;
  const field = finding.path.replaceAll(/\/\d+(?=\/|$)/g, '/*').replace(/^\/scopes\/.+/, '/scopes/*');
  if (!Object.hasOwn(EXAMPLES, field)) return finding;
  const example = EXAMPLES[field] ?? '';
  const other = field === '/base_url' && finding.code === 'required' ? WITHOUT_SERVER : { en: '', fa: '' };
  return { ...finding, hint: { en: `for example ${example}${other.en}`, fa: `برای نمونه ${example}${other.fa}` } };
}
