/** The whole plugin as one HTTP server: the routes that the instance calls, the inbox, and the health check. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createPlugin, fileStore, type Plugin, type Trust } from '@kushk/plugin-sdk';
import { findInvoice } from './find-invoice.js';
import { servePages } from './invoice-pages.js';
import { receiveInvoice, type InboxOptions } from './inbox.js';
import { InvoiceFiles } from './invoice-files.js';
import { InvoicePoller } from './invoice-poller.js';
import type { Log } from './invoice-processor.js';

export interface SamplePluginOptions {
  readonly id: string;
  readonly trust: Trust;
  /** Folder for the encrypted credentials, the handled events and the submitted invoices. */
  readonly stateFolder: string;
  /** The key that encrypts the credentials: 32 bytes in base64url. */
  readonly stateKey: string;
  readonly invoicesFolder: string;
  readonly log: Log;
  /** Milliseconds between two scans of the invoice folder; 3,000 by default. */
  readonly intervalMs?: number;
}

export interface SamplePlugin {
  /** The HTTP server. It does not listen until the caller calls `listen`. */
  readonly server: Server;
  readonly plugin: Plugin;
  /** Stops the background processing. The caller closes the server. */
  stop(): void;
}

const DEFAULT_INTERVAL_MS = 3_000;

export function samplePlugin(options: SamplePluginOptions): SamplePlugin {
  const { invoicesFolder, stateFolder, log, intervalMs = DEFAULT_INTERVAL_MS } = options;
  const files = new InvoiceFiles(invoicesFolder, join(stateFolder, 'inbox'));
  const poller = new InvoicePoller({ plugin: () => plugin, files, log, intervalMs });
  const plugin = invoicePlugin(options, poller);
  const inbox: InboxOptions = {
    files,
    installations: async () => (await plugin.installations()).map(({ installation_id: id }) => id),
    onReceived: (installationId) => poller.notify(installationId),
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (plugin.serves(request)) plugin(request, response);
    else if (path === '/inbox' && request.method === 'POST') void serveInbox(inbox, log, { request, response });
    else if (!servePages(plugin, path ?? '', { request, response })) serveHealth(path ?? '', response);
  });
  poller.start();
  return { server, plugin, stop: () => poller.stop() };
}

function invoicePlugin({ id, trust, stateFolder, stateKey, log }: SamplePluginOptions, poller: InvoicePoller): Plugin {
  const reload = (event: { readonly installation_id: string }): void => poller.reload(event.installation_id);
  return createPlugin({
    id,
    trust,
    store: fileStore({ folder: join(stateFolder, 'installations'), key: stateKey }),
    onInstalled: async ({ client, installation: { installation_id: installationId } }) => {
      // Reads the installation to check that the token works. The invoices are processed later, because the response
      // must not wait for them.
      const { status, plan } = await client.installation();
      log('credentials_stored', { installation_id: installationId, status, plan });
      // A processor uses the token that it was created with, so new credentials require a new processor.
      poller.forget(installationId);
      poller.notify(installationId);
    },
    onRemoved: ({ installation_id: installationId }) => poller.forget(installationId),
    events: {
      'plugin.proposal.settled': async ({ installation_id, data }) => {
        const processor = await poller.processorOf(installation_id);
        const { external_id, outcome, reason, record_id, revision } = data;
        await processor.settle(external_id, { outcome, reason, record_id, revision });
      },
      'plugin.source.reviewed': async ({ installation_id, data: { external_id, outcome, reason, record_id } }) => {
        const processor = await poller.processorOf(installation_id);
        await processor.settle(external_id, { outcome, reason, record_id });
      },
      'plugin.settings.changed': reload,
      'plugin.plan.changed': reload,
      'plugin.scopes.changed': reload,
      'plugin.version.changed': reload,
      'plugin.resumed': reload,
    },
    tools: { find_invoice: (args, { person, signal }) => findInvoice(args, person, signal) },
    log: ({ call, ...fields }) => log(`service_${call}`, fields),
  });
}

async function serveInbox(
  inbox: InboxOptions,
  log: Log,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  try {
    await receiveInvoice(inbox, request, response);
  } catch (error) {
    log('inbox_failed', { error: String(error) });
    if (!response.headersSent) response.writeHead(500).end();
  }
}

function serveHealth(path: string, response: ServerResponse): void {
  const isHealth = path === '/health/ready' || path === '/health/live';
  response.writeHead(isHealth ? 200 : 404, { 'content-type': 'application/json' });
  response.end(isHealth ? '{"status":"ok"}' : '{"code":"request.not_found"}');
}
