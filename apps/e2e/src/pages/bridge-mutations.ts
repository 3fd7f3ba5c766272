/** The scripts of the bridge with one guard removed, each with the check that must notice. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bridgeFiles } from '../../../bridge/build/bridge-files.mjs';
import type { Scripts } from './bridge-bench.js';
import type { CheckName } from './bridge-checks.js';

export interface Mutation {
  readonly guard: string;
  readonly side: 'page' | 'host';
  /** The end of the path of the source file. */
  readonly file: string;
  readonly remove: string;
  readonly put?: string;
  readonly caughtBy: CheckName;
}

const page = { side: 'page' } as const;
const host = { side: 'host', file: 'frame/bridge-host.ts' } as const;
const connection = { ...page, file: 'bridge/src/connection.ts' } as const;

/** In newer Firefox a page that sends no referrer reads "null". It learns the parent's origin from its messages. */
export const hiddenAncestorOrigins: Omit<Mutation, 'guard' | 'caughtBy'> = {
  ...connection,
  remove: 'window.location.ancestorOrigins?.[0]',
  put: `'null'`,
};

export const mutations: readonly Mutation[] = [
  {
    ...connection,
    guard: 'the source of an init',
    remove: 'source !== parent || ',
    caughtBy: 'ignores an init of another window, even of one of the service',
  },
  {
    ...connection,
    guard: 'the origin of an init',
    remove: '!allowed.has(origin)',
    put: 'allowed.size < 0',
    caughtBy: 'believes no parent that it does not allow, in browsers that hide ancestorOrigins',
  },
  {
    ...connection,
    guard: 'the nonce',
    remove: 'if (data.nonce !== nonce) return;',
    caughtBy: 'ignores an answer to another hello',
  },
  {
    ...connection,
    guard: 'the order of messages',
    remove: 'if (data.seq <= newestSeq) return;',
    caughtBy: 'ignores an answer without a port, and an older context',
  },
  {
    ...connection,
    guard: 'the time limit of connect',
    remove: 'options.timeoutMs ?? CONNECT_TIMEOUT_MS',
    put: '1e8',
    caughtBy: 'gives up when the service is silent',
  },
  {
    ...page,
    guard: 'one request for many calls',
    file: 'bridge/src/handle-cache.ts',
    remove: 'this.renewal ??= ',
    put: 'this.renewal = ',
    caughtBy: 'asks for one handle, however many calls wait for it, and the handle works',
  },
  {
    ...page,
    guard: 'the renewal of the handle',
    file: 'bridge/src/handle-cache.ts',
    remove: 'this.schedule(issued.expiresInMs * RENEW_AFTER);',
    caughtBy: 'renews the handle by itself, over many of its lives',
  },
  {
    ...page,
    guard: 'the address to which the handle goes',
    file: 'bridge/src/fetch-api.ts',
    remove: 'if (href.startsWith(base.href)) return href;',
    put: 'return href;',
    caughtBy: 'sends the handle nowhere but to the API of the installation',
  },
  {
    ...host,
    guard: 'the source of a hello',
    remove: 'if (source !== this.options.page()) return;',
    caughtBy: 'answers no hello of another window, even of the same plugin',
  },
  {
    ...host,
    guard: 'the origin of a hello',
    remove: 'if (origin !== this.options.data.page.origin) return;',
    caughtBy: 'tells nothing to another page in the frame, and says that the plugin did not start',
  },
  {
    ...host,
    guard: 'the exact target of an init',
    remove: 'postMessage(message, this.options.data.page.origin, transfer)',
    put: "postMessage(message, '*', transfer)",
    caughtBy: 'tells nothing to another page in the frame, and says that the plugin did not start',
  },
  {
    ...host,
    guard: 'the new port of each hello',
    remove: 'this.connect(data.nonce);',
    put: 'if (this.port === null) this.connect(data.nonce);',
    caughtBy: 'connects again after a reload, on a new port',
  },
  {
    ...host,
    guard: 'the check that the page is alive',
    remove:
      'if (this.hasGreeted) this.aliveTimer = setTimeout(() => this.disconnect(), ALIVE_TIMEOUT_MS);\n    else this.disconnect();\n    this.hasGreeted = false;',
    put: 'if (this.hasGreeted) this.pageIsAlive();',
    caughtBy: 'tells nothing to another page in the frame, and says that the plugin did not start',
  },
  {
    ...host,
    guard: 'one dialog at a time',
    remove: 'if (this.isDialogOpen) throw',
    put: 'if (this.seq < 0) throw',
    caughtBy: 'draws a question in the service alone, as plain text',
  },
  {
    ...host,
    guard: 'the removal of marks that reorder text',
    file: 'bridge-protocol/src/clean-text.ts',
    remove: "replace(DECEIVING, '')",
    put: "replace('', '')",
    caughtBy: 'draws a question in the service alone, as plain text',
  },
  {
    ...host,
    guard: 'the sandbox',
    file: 'frame/frame-main.ts',
    remove: 'allow-scripts allow-forms',
    put: 'allow-top-navigation allow-scripts allow-forms',
    caughtBy: 'keeps the plugin from navigating the window, and tells it no referrer',
  },
  {
    ...host,
    guard: 'the policy of referrers',
    file: 'frame/frame-main.ts',
    remove: "iframe.referrerPolicy = 'no-referrer';",
    put: "iframe.referrerPolicy = 'unsafe-url';",
    caughtBy: 'keeps the plugin from navigating the window, and tells it no referrer',
  },
];

const frameEntry = fileURLToPath(new URL('../../../instance-pages/src/embedded/frame/frame-main.ts', import.meta.url));

/** Builds the script of one side with changed sources. Throws when a source does not contain what is removed. */
export async function buildChanged(changes: readonly Omit<Mutation, 'guard' | 'caughtBy'>[]): Promise<Scripts> {
  const ofSide = (side: Mutation['side']) => changes.filter((one) => one.side === side);
  const [bridge, frame] = [ofSide('page'), ofSide('host')];
  return {
    ...(bridge.length > 0 && { bridge: String((await bridgeFiles([replacing(bridge)])).get('bridge.js')) }),
    ...(frame.length > 0 && { frame: await bundleOf(frameEntry, replacing(frame)) }),
  };
}

async function bundleOf(entry: string, plugin: Plugin): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@kushk/source'],
    plugins: [plugin],
  });
  return outputFiles[0]!.text;
}

function replacing(changes: readonly Pick<Mutation, 'file' | 'remove' | 'put'>[]): Plugin {
  return {
    name: 'replacing',
    setup({ onLoad, onEnd }) {
      const missing = new Set(changes);
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, 'utf8');
        for (const change of changes) {
          if (!path.endsWith(change.file) || !contents.includes(change.remove)) continue;
          contents = contents.replace(change.remove, () => change.put ?? '');
          missing.delete(change);
        }
        return { contents, loader: 'ts' };
      });
      onEnd(() => {
        if (missing.size > 0) throw new Error(`not found: ${[...missing].map(({ remove }) => remove).join(', ')}`);
      });
    },
  };
}
