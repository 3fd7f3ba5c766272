/** Where the pages are on which people use the plugin, and how to sign in there. */
import type { Terminal } from '../terminal.js';

export interface PageAddresses {
  readonly instance: string;
  readonly hub: string;
  /** The password of the accounts of the local system; null for another system. */
  readonly password: string | null;
}

export function pageLines(terminal: Terminal, { instance, hub, password }: PageAddresses): readonly string[] {
  return [
    terminal.translate`pages: store ${instance}/store, inbox ${instance}/inbox, review ${hub}/review, documents ${hub}/docs`,
    ...(password === null
      ? []
      : [terminal.translate`sign in as admin or member, for the review as reviewer, with the password ${password}`]),
  ].map((line) => `  ${line}`);
}
