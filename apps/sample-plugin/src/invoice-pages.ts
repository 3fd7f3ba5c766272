/** The plugin's pages inside the service: an app with all invoices, and a panel with those of a case. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveEmbeddedPage, type EmbeddedPage, type InstallationSource } from '@kushk/plugin-sdk';

const FOLDER = new URL('../pages/', import.meta.url);
const styles = ['/pages/page.css'];

/** Paths of `ui` in the manifest. */
const pages: Readonly<Record<string, EmbeddedPage>> = {
  '/pages/app': { title: 'Invoices', styles, scripts: ['/pages/app.mjs'] },
  '/pages/case': { title: 'Invoices of a case', styles, scripts: ['/pages/case.mjs'] },
};
const contentTypes: Readonly<Record<string, string>> = {
  '/pages/page.css': 'text/css; charset=utf-8',
  '/pages/app.mjs': 'text/javascript; charset=utf-8',
  '/pages/case.mjs': 'text/javascript; charset=utf-8',
  '/pages/invoices.mjs': 'text/javascript; charset=utf-8',
  '/pages/texts.mjs': 'text/javascript; charset=utf-8',
};

/** Serves a page or one of its files. Returns false for any other path. */
export function servePages(
  plugin: InstallationSource,
  path: string,
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
): boolean {
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page !== undefined) {
    void serveEmbeddedPage(plugin, exchange, page).catch(() => exchange.response.destroy());
    return true;
  }
  const contentType = Object.hasOwn(contentTypes, path) ? contentTypes[path] : undefined;
  if (contentType === undefined) return false;
  exchange.response
    .writeHead(200, {
      'content-type': contentType,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    .end(readFileSync(new URL(path.slice('/pages/'.length), FOLDER)));
  return true;
}
