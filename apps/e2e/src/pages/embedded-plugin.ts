/** A plugin with an app and panels, on an origin of its own, for the tests of embedded pages. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@kushk/testing';
import { granted } from '../parties/client.js';
import { admin, newPublisher, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
};

/** The pages by path: the headers of each, and whether it loads the bridge. */
const pages: Readonly<Record<string, { readonly ancestors: string | null; readonly sandbox?: string }>> = {
  '/app': { ancestors: system.instance },
  '/a': { ancestors: system.instance },
  '/b': { ancestors: system.instance },
  '/c': { ancestors: system.instance },
  // Its origin is opaque.
  '/sandboxed': { ancestors: system.instance, sandbox: '; sandbox allow-scripts' },
  '/open': { ancestors: null },
  '/wide': { ancestors: `${system.instance} https:` },
  '/other': { ancestors: 'https://other.example' },
};
/** Panels by key, with their names. */
export const panels = {
  a: 'Panel A',
  b: 'Panel B',
  c: 'Panel C',
  open: 'Open',
  wide: 'Wide',
  other: 'Other',
  moved: 'Moved',
};

export class EmbeddedPlugin {
  readonly name = unique('Embedded ');
  /** Requests of documents, with their `Referer`. */
  readonly requests: { readonly path: string; readonly referer: string | undefined }[] = [];
  installationId = '';

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  /**
   * Starts the plugin and installs it. `localhost` and the names below it are other sites than the service at
   * 127.0.0.1; a container plugin has such a name of its own.
   */
  static async installed(host = 'localhost'): Promise<EmbeddedPlugin> {
    const server = createServer();
    const plugin = new EmbeddedPlugin(server, `http://${host}:${await listen(server)}`);
    server.on('request', (request, response) => plugin.answer(request, response));
    await plugin.install();
    return plugin;
  }

  async remove(): Promise<void> {
    granted(await admin.delete(`/installations/${this.installationId}`));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async install(): Promise<void> {
    const publisher = await newPublisher('embedded');
    const manifest = {
      schema: '1',
      id: `ir.${unique('embedded')}.plugin`,
      version: '1.0.0',
      publisher: publisher.id,
      kind: 'external',
      plugin_api: '1.0',
      names: { en: this.name, fa: this.name },
      base_url: this.origin,
      scopes: { 'people.read': 'Shows people.' },
      ui: {
        app: { path: '/app' },
        panels: Object.entries(panels).map(([key, en]) => ({ key, path: `/${key}`, names: { en, fa: en } })),
      },
    };
    granted(await admin.post('/dev/releases', { manifest }));
    const consent = { scopes: Object.keys(manifest.scopes), base_url: this.origin };
    const { installation_id } = granted(await admin.post('/installations', { plugin_id: manifest.id, consent }));
    this.installationId = installation_id;
    await eventually(async () => {
      const { status } = granted(await admin.get(`/installations/${installation_id}`));
      return status === 'installed' ? true : undefined;
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?', 1)[0]!;
    if (path.startsWith('/service/')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    if (path === '/moved') {
      response.writeHead(302, { location: '/app' }).end();
      return;
    }
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    this.requests.push({ path, referer: request.headers.referer });
    const ancestors = page.ancestors === null ? '' : `; frame-ancestors ${page.ancestors}`;
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `script-src 'self' ${system.instance}${ancestors}${page.sandbox ?? ''}`,
      })
      .end(pageWith(`<script src="${system.instance}/sdk/bridge.js"></script>`));
  }
}

const pageWith = (head: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plugin</title><link rel="icon" href="data:,">${head}</head><body><h1>Plugin</h1></body></html>`;

/** A site that is neither the service nor a plugin. Its pages embed what `?frame=` names. */
export async function startOtherSite(): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '/', 'http://other').searchParams.get('frame');
    const iframe = frame === null ? '' : `<iframe src="${frame.replace(/[&"<]/g, '')}"></iframe>`;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`${pageWith('')}<h2>Other site</h2>${iframe}`);
  });
  const port = await listen(server);
  return {
    origin: `http://other.localhost:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
