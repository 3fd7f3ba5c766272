/** Where the pages are on which people use the plugin, and how to sign in there. */
import type { Manifest } from '@kushk/manifest';
import type { Terminal } from '../terminal.js';

export interface PageAddresses {
  readonly instance: string;
  readonly hub: string;
  /** The password of the accounts of the local system; null for another system. */
  readonly password: string | null;
}

/** Where people find the app of the plugin, and where the plugin serves it; empty for a plugin without one. */
export function appPageLines(
  terminal: Terminal,
  { ui, base_url: baseUrl }: Pick<Manifest, 'ui' | 'base_url'>,
  { instance, id }: { readonly instance: string; readonly id: string },
): readonly string[] {
  if (ui?.app === undefined) return [];
  const ofPlugin = baseUrl === undefined ? [] : [`${baseUrl}${ui.app.path}?installation_id=${id}`];
  return [
    terminal.translate`its page, in the browser: ${`${instance}/apps/${id}`}`,
    ...ofPlugin.map(
      (address) =>
        terminal.translate`the part of it that the plugin serves, also for curl: ${address}; "kushk dev handle" prints a handle for what the page asks the API`,
    ),
  ];
}

export function pageLines(terminal: Terminal, { instance, hub, password }: PageAddresses): readonly string[] {
  return [
    terminal.translate`pages: store ${instance}/store, inbox ${instance}/inbox, review ${hub}/review, documents ${hub}/docs`,
    ...(password === null
      ? []
      : [terminal.translate`sign in as admin or member, for the review as reviewer, with the password ${password}`]),
  ].map((line) => `  ${line}`);
}
