/** Manifests for the benchmark rows about releases. They are as large as real manifests, and no two are equal. */
import { checkSource } from '@kushk/manifest';
import type { JsonObject } from '@kushk/contracts';

interface Plugin {
  readonly id: string;
  readonly version: string;
  readonly publisher: string;
}

const recordTypes = ['invoice', 'receipt', 'order', 'delivery_note'];
const tools = ['find_invoice', 'find_receipt', 'list_orders'];

/**
 * Returns a valid manifest of exactly 200 lines of YAML. `salt` makes its schemas differ from those of other
 * manifests.
 */
export function manifestText({ id, version, publisher }: Plugin, salt: number): string {
  const lines = [
    'schema: "1"',
    `id: ${id}`,
    `version: ${version}`,
    `publisher: ${publisher}`,
    'kind: external',
    'plugin_api: "1.0"',
    'names:',
    '  en: Invoices',
    '  fa: فاکتورها',
    'summaries:',
    '  en: Reads invoices and proposes the amounts',
    '  fa: فاکتورها را می‌خواند و مبلغ را پیشنهاد می‌کند',
    'base_url: https://plugin.acme.example',
    '',
    '# Each capability has its scope, and each scope its reason.',
    'scopes:',
    '  records.own: Keeps the invoices it has read',
    '  proposals.case: Proposes the amount found on an invoice',
    '  sources.intake.document: Brings scanned invoices in',
    '  wallet.consume: Sells the reading by the page',
    '  cases.read: Finds the case an invoice belongs to',
    '',
    'records:',
    ...recordTypes.flatMap((type) => recordLines(type, salt)),
    'proposals:',
    '  - record_type: case',
    '    actions: [update]',
    'sources: [document]',
    'services:',
    '  - key: ocr.page',
    '    names: { en: Reading, fa: خواندن }',
    '    unit: page',
    '  - key: match',
    '    names: { en: Matching }',
    '    unit: match',
    'plans:',
    '  - key: basic',
    '    names: { en: Basic, fa: پایه }',
    '    rates: { ocr.page: "0.25", match: "0.01" }',
    '  - key: large',
    '    names: { en: Large }',
    '    rates: { ocr.page: "0.2" }',
    'tools:',
    ...tools.flatMap((name) => toolLines(name, salt)),
    'events: [plugin.wallet.low]',
    'settings:',
    '  type: object',
    '  required: [language]',
    '  properties:',
    '    language: { type: string, enum: [fa, en], default: fa }',
    '    api_key: { type: string, format: password }',
    'ui:',
    '  app: { path: /app, names: { en: Invoices } }',
    '  panels:',
    '    - { key: invoice, path: /panel, names: { en: Invoice }, record_type: case }',
  ];
  while (lines.length < 200) lines.push(`# ${lines.length + 1}`);
  return `${lines.join('\n')}\n`;
}

const parsed = new Map<number, JsonObject>();

/** Returns the same manifest as JSON. The YAML is parsed once per salt. */
export function manifestJson(plugin: Plugin, salt: number): JsonObject {
  const manifest =
    parsed.get(salt) ?? (checkSource(manifestText(plugin, salt), { production: true }).manifest as JsonObject);
  parsed.set(salt, manifest);
  return { ...manifest, ...plugin };
}

function recordLines(type: string, salt: number): string[] {
  return [
    `  - type: ${type}`,
    `    names: { en: ${type}, fa: سند }`,
    '    schema:',
    '      type: object',
    '      required: [number, payable]',
    '      properties:',
    `        number: { type: string, minLength: 1, maxLength: ${200 + salt} }`,
    '        issued_on: { type: [string, "null"], format: date }',
    '        due_on: { type: [string, "null"], format: date }',
    '        supplier:',
    '          type: object',
    '          properties:',
    '            name: { type: string, maxLength: 400 }',
    '            id: { type: string, pattern: "^[0-9]{10,11}$" }',
    '        lines:',
    '          type: array',
    '          maxItems: 5000',
    '          items:',
    '            type: object',
    '            required: [amount]',
    '            properties:',
    '              name: { type: string }',
    '              quantity: { type: string }',
    '              amount: { type: string, pattern: "^-?[0-9]+([.][0-9]{1,6})?$" }',
    '        payable: { type: string, pattern: "^[0-9]+([.][0-9]{1,6})?$" }',
  ];
}

function toolLines(name: string, salt: number): string[] {
  return [
    `  - name: ${name}`,
    '    description: Finds what was read, by its number or by who sent it',
    '    input_schema:',
    '      type: object',
    '      properties:',
    `        number: { type: string, maxLength: ${300 + salt} }`,
    '        supplier: { type: string, description: A part of the name of who sent it }',
    '        limit: { type: integer, minimum: 1, maximum: 50 }',
  ];
}
