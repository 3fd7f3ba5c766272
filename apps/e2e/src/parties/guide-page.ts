/** Runs the examples of a page of the guide as a reader would: with the reader's own id, addresses and folder. */
import { readFileSync } from 'node:fs';
import http, { type Server } from 'node:http';
import timers from 'node:timers/promises';
import { format } from 'node:util';
import { compileFunction } from 'node:vm';
import * as sdk from '@kushk/plugin-sdk';
import ts from 'typescript';

const root = new URL('../../../../', import.meta.url);
const EXPORTED = /^export (?:(?:async )?function|const) (\w+)/gm;

/** The texts of a block that stand for values of the reader, with these values. */
export type ReadersValues = Readonly<Record<string, string>>;

/** A block that runs. */
export interface RunningBlock<Exports> {
  readonly exports: Exports;
  /** What it has printed, one entry for each `console.log`. */
  readonly printed: readonly string[];
  /** The servers that it has started. */
  readonly servers: readonly Server[];
}

export class GuidePage {
  private readonly text: string;
  private readonly used = new Set<string>();
  private readonly servers: Server[] = [];

  constructor(readonly path: string) {
    this.text = readFileSync(new URL(path, root), 'utf8');
  }

  /** The blocks of a language that contain a text. */
  blocks(language: string, text = ''): readonly string[] {
    const fences = new RegExp('^```' + language + '\\n(.*?)^```', 'gms');
    return [...this.text.matchAll(fences)].flatMap(([, code = '']) => (code.includes(text) ? [code] : []));
  }

  /** Marks the only block of a language that contains a text as used, and returns it. */
  block(language: string, text: string): string {
    const found = this.blocks(language, text);
    if (found.length !== 1) throw new Error(`${this.path} has ${found.length} blocks of ${language} with ${text}`);
    this.used.add(found[0]!);
    return found[0]!;
  }

  /** Runs the only block of TypeScript that contains a text as a module of its own. */
  run<Exports>(text: string, values: ReadersValues = {}): RunningBlock<Exports> {
    const source = Object.entries(values).reduce(
      (code, [from, to]) => {
        if (!code.includes(from)) throw new Error(`${this.path}: the block with ${text} does not contain ${from}`);
        return code.replaceAll(from, to);
      },
      this.block('ts', text),
    );
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
    });
    const printed: string[] = [];
    const servers: Server[] = [];
    const exports = {};
    const modules: Readonly<Record<string, unknown>> = {
      '@kushk/plugin-sdk': sdk,
      'node:timers/promises': timers,
      'node:http': {
        ...http,
        createServer: (listener: http.RequestListener) => {
          const server = http.createServer(listener);
          servers.push(server);
          this.servers.push(server);
          return server;
        },
      },
    };
    const require = (name: string): unknown => {
      if (modules[name] === undefined) throw new Error(`${this.path}: an example imports ${name}`);
      return modules[name];
    };
    const run = compileFunction(outputText, ['exports', 'require', 'console', 'process', 'AbortSignal']);
    const log = (...parts: readonly unknown[]): number => printed.push(format(...parts));
    run(exports, require, { log }, { env: { STORE_KEY: storeKey } }, AbortSignal);
    return { exports: exports as Exports, printed, servers };
  }

  /** The names that the blocks of TypeScript export, and the first lines of those that nothing has used. */
  get notRun(): readonly string[] {
    return this.blocks('(?:ts|js|yaml|json)')
      .filter((code) => !this.used.has(code))
      .map((code) => [...code.matchAll(EXPORTED)].map(([, name]) => name).join(', ') || code.split('\n')[0]!);
  }

  /** Stops the servers of its examples. */
  async stop(): Promise<void> {
    for (const server of this.servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

/** The value of STORE_KEY, for the folders of the examples. */
export const storeKey = Buffer.alloc(32, 7).toString('base64url');
