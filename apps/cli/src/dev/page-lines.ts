/** Where the pages are on which people use the plugin, and how to sign in there. */
import type { Manifest } from '@kushk/manifest';
import type { Terminal } from '../terminal.js';

export interface PageAddresses {
  readonly instance: string;
  readonly hub: string;
  /** The password of the accounts of the local system; null for another system. */
  readonly password: string | null;
}

/** Where people find the app of the plugin; null for a plugin without one. */
export function appPageLine(
  terminal: Terminal,
  { ui }: Pick<Manifest, 'ui'>,
  { instance, id }: { readonly instance: string; readonly id: string },
): string | null {
  if (ui?.app === undefined) return null;
  return terminal.translate`its page: ${`${instance}/apps/${id}`}; "kushk dev handle" prints a handle for requests to it with curl`;
}

export function pageLines(terminal: Terminal, { instance, hub, password }: PageAddresses): readonly string[] {
  return [
    terminal.translate`pages: store ${instance}/store, inbox ${instance}/inbox, review ${hub}/review, documents ${hub}/docs`,
    ...(password === null
      ? []
      : [terminal.translate`sign in as admin or member, for the review as reviewer, with the password ${password}`]),
  ].map((line) => `  ${line}`);
}
