/** The whole plugin as one HTTP server: the service's three routes, the inbox, and whether it is ready. */
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createPlugin, fileStore, type Plugin, type ProposalSettled, type Trust } from '@kushk/plugin-sdk';
import { findInvoice } from './find-invoice.js';
import { takeInvoice } from './inbox.js';
import { InvoiceFiles } from './invoice-files.js';
import type { Log } from './invoice-desk.js';
import { InvoiceRound } from './invoice-round.js';

export interface SamplePluginOptions {
  readonly id: string;
  readonly trust: Trust;
  /** Where it remembers: sealed credentials, handled events, invoices that were handed in. */
  readonly stateFolder: string;
  /** 32 bytes in base64url. */
  readonly stateKey: string;
  readonly invoicesFolder: string;
  readonly log: Log;
  /** How often the folder of invoices is looked at; 3 s by default. */
  readonly everyMs?: number;
}
export interface SamplePlugin {
  /** Not yet listening. */
  readonly server: Server;
  readonly plugin: Plugin;
  /** Ends the rounds; the server is closed by who has opened it. */
  stop(): void;
}

const EVERY_MS = 3_000;

export function samplePlugin(options: SamplePluginOptions): SamplePlugin {
  const files = new InvoiceFiles(options.invoicesFolder, join(options.stateFolder, 'inbox'));
  const round = new InvoiceRound({
    plugin: () => plugin,
    files,
    log: options.log,
    everyMs: options.everyMs ?? EVERY_MS,
  });
  const again = (event: { installation_id: string }): void => {
    round.reconsider(event.installation_id);
  };
  const plugin = createPlugin({
    id: options.id,
    trust: options.trust,
    store: fileStore({ folder: join(options.stateFolder, 'installations'), key: options.stateKey }),
    onInstalled: async ({ client, installation }) => {
      // The answer to `installed` must not wait for the invoices; that the token works is worth knowing at once.
      const { status, plan } = await client.installation();
      options.log('credentials_stored', { installation_id: installation.installation_id, status, plan });
      // A new token makes a new desk.
      round.forget(installation.installation_id);
      round.wake(installation.installation_id);
    },
    onRemoved: ({ installation_id: id }) => {
      round.forget(id);
    },
    events: {
      'plugin.proposal.settled': async (event) => {
        const { external_id: proposalId, outcome, reason } = event.data as ProposalSettled;
        await (await round.desk(event.installation_id)).settled(proposalId, outcome, reason);
      },
      'plugin.settings.changed': again,
      'plugin.plan.changed': again,
      'plugin.scopes.changed': again,
      'plugin.version.changed': again,
      'plugin.resumed': again,
    },
    tools: { find_invoice: (args, { person, signal }) => findInvoice(args, person, signal) },
    log: ({ call, ...facts }) => {
      options.log(`service_${call}`, facts);
    },
  });
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (plugin.serves(request)) return plugin(request, response);
    if (path === '/inbox' && request.method === 'POST') {
      const installations = async (): Promise<readonly string[]> =>
        (await plugin.installations()).map((one) => one.installation_id);
      return void takeInvoice(
        {
          files,
          installations,
          handedIn: (id) => {
            round.wake(id);
          },
        },
        request,
        response,
      ).catch((error: unknown) => {
        options.log('inbox_failed', { error: String(error) });
        if (!response.headersSent) response.writeHead(500).end();
      });
    }
    const ready = path === '/health/ready' || path === '/health/live';
    response.writeHead(ready ? 200 : 404, { 'content-type': 'application/json' });
    response.end(ready ? '{"status":"ok"}' : '{"code":"request.not_found"}');
  });
  round.start();
  return {
    server,
    plugin,
    stop: () => {
      round.stop();
    },
  };
}
