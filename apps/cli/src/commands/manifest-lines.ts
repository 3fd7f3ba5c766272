/** What a manifest asks for, as a reviewer reads it and an admin consents to it. */
import type { JsonObject } from '@kushk/contracts';
import { printable, table, type Terminal } from '../terminal.js';

/** The parts of a manifest that a person reads. A submitted manifest may contain anything in their places. */
export interface Capabilities {
  readonly isExternal: boolean;
  readonly baseUrl: string;
  readonly image: string;
  readonly egress: readonly string[];
  /** Each scope with its reason. */
  readonly scopes: readonly (readonly [string, string])[];
  /** The plan, the service, and the rate per unit of the service. */
  readonly rates: readonly (readonly [string, string, string])[];
  readonly tools: readonly (readonly [string, string])[];
  readonly events: readonly string[];
  /** The types of its own records, each with its name. */
  readonly records: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  /** The app and the panels, each with its path. */
  readonly pages: readonly (readonly [string, string])[];
}

export function capabilitiesOf(manifest: JsonObject): Capabilities {
  const units = new Map(
    listIn(manifest['services'])
      .map(objectIn)
      .map(({ key, unit }) => [key, unit]),
  );
  const { app, panels } = objectIn(manifest['ui']);
  return {
    isExternal: manifest['kind'] === 'external',
    baseUrl: textOf(manifest['base_url']),
    image: textOf(manifest['image']),
    egress: listIn(manifest['egress']).map(textOf),
    scopes: Object.entries(objectIn(manifest['scopes'])).map(([scope, reason]) => [scope, textOf(reason)]),
    rates: listIn(manifest['plans'])
      .map(objectIn)
      .flatMap(({ key, rates }) =>
        Object.entries(objectIn(rates)).map(
          ([service, rate]) => [textOf(key), service, `${textOf(rate)} / ${textOf(units.get(service))}`] as const,
        ),
      ),
    tools: listIn(manifest['tools'])
      .map(objectIn)
      .map(({ name, description }) => [textOf(name), textOf(description)]),
    events: listIn(manifest['events']).map(textOf),
    records: listIn(manifest['records'])
      .map(objectIn)
      .map(({ type, names }) => [textOf(type), objectIn(names)]),
    pages: [
      ...(app === undefined ? [] : [['app', textOf(objectIn(app)['path'])] as const]),
      ...listIn(panels)
        .map(objectIn)
        .map(({ key, path }) => [textOf(key), textOf(path)] as const),
    ],
  };
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : {};
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** The text in the language of the terminal, else the English one, else the first one. */
export function textIn({ language }: Terminal, texts: Readonly<Record<string, unknown>>): string {
  const text = texts[language] ?? texts['en'] ?? Object.values(texts)[0];
  return typeof text === 'string' ? text : '';
}

/** Where the plugin runs and what it reaches, its scopes with their reasons, what its plans cost, and what it has. */
export function capabilityLines(terminal: Terminal, capabilities: Capabilities): string[] {
  const { scopes, rates, tools, events, records, pages } = capabilities;
  return [
    ...table(destinationRows(terminal, capabilities).map(([name = '', value = '']) => [`  ${name}`, value])),
    ...section(terminal.translate`scopes`, scopes),
    ...section(terminal.translate`plans (MU per unit)`, rates),
    ...section(terminal.translate`tools`, tools),
    ...section(
      terminal.translate`events`,
      events.map((event) => [event]),
    ),
    ...section(
      terminal.translate`record types`,
      records.map(([type, names]) => [type, textIn(terminal, names)]),
    ),
    ...section(terminal.translate`pages`, pages),
  ];
}

function destinationRows(terminal: Terminal, capabilities: Capabilities): readonly (readonly string[])[] {
  const { isExternal, baseUrl, image, egress } = capabilities;
  if (isExternal) {
    const place = baseUrl === '' ? terminal.translate`its publisher, wherever it runs: it polls its events` : baseUrl;
    return [[terminal.translate`its data goes to`, place]];
  }
  return [
    [terminal.translate`runs here as`, image],
    [terminal.translate`may reach`, egress.length === 0 ? terminal.translate`nothing` : egress.join(', ')],
  ];
}

/** A title with rows below it; nothing when there are none. */
export function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [`  ${title}:`, ...table(rows.map(([first = '', ...more]) => [`    ${first}`, ...more]))];
}

/** A text of several lines, indented. */
export function paragraph(title: string, text: string | null): string[] {
  if (text === null || text.trim() === '') return [];
  return [`  ${title}:`, ...text.split('\n').map((line) => `    ${printable(line)}`)];
}
