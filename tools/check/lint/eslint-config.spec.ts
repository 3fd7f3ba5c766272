/**
 * Tests each rule of eslint.config.mjs with an invalid file, at a path where the rule applies, and with valid files.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import { plugin } from './plugin.mjs';

let eslint: ESLint;
beforeAll(async () => {
  eslint = new ESLint({ cwd: resolve('.') });
  // The first linted file is slow because ESLint loads the parser for it.
  await violationsIn('tools/x.ts', '');
});

/** Returns the rules that a text violates when it is linted as the file at `path`, without duplicates. */
async function violationsIn(path: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: resolve(path) });
  return [...new Set(result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? [])];
}
/** Returns code that imports a name and uses it, so that only the import can violate a rule. */
const importing = (name: string, from: string): string =>
  `import { ${name} } from '${from}';\nexport const used = ${name};\n`;

const pure = 'apps/wallet/src/hold/hold.ts';
const decision = 'apps/wallet/src/hold/place-hold/place-hold.ts';
const handler = 'apps/wallet/src/hold/place-hold/place-hold.handler.ts';
const view = 'apps/wallet/src/hold/hold.view.ts';
const published = 'apps/wallet/src/hold/hold.public.ts';
const spec = 'apps/wallet/src/hold/hold.spec.ts';
const gateway = 'apps/gateway/src/http/route.ts';

type Case = readonly [rule: string, path: string, text: string];
const imports = 'no-restricted-imports';
const valueImports = '@typescript-eslint/no-restricted-imports';
const syntax = 'no-restricted-syntax';
const globals = 'no-restricted-globals';

const invalid: readonly Case[] = [
  // Names of log fields.
  [syntax, handler, "import { log } from '@kushk/runtime';\nlog.info({ holdId: '1' }, 'hold placed');\n"],
  [syntax, handler, "import { log } from '@kushk/runtime';\nconst error = 1;\nlog.warn({ error }, 'hold failed');\n"],
  // Files without a suffix do no I/O of their own.
  [imports, pure, importing('readFileSync', 'node:fs')],
  [imports, pure, importing('Injectable', '@nestjs/common')],
  [imports, pure, importing('firstValueFrom', 'rxjs')],
  [imports, pure, importing('Entity', 'typeorm')],
  [imports, pure, importing('connect', '@nats-io/transport-node')],
  [imports, pure, importing('request', 'undici')],
  [imports, pure, importing('connect', 'node:net')],
  [imports, pure, importing('request', 'node:https')],
  [imports, pure, importing('Pool', 'pg')],
  [valueImports, pure, importing('Docker', 'dockerode')],
  [valueImports, pure, importing('S3Client', '@aws-sdk/client-s3')],
  [valueImports, pure, importing('PluginClient', '../outbound/plugin.client.js')],
  [valueImports, pure, importing('ExpireHoldWorker', './expire-hold/expire-hold.worker.js')],
  [valueImports, pure, importing('EventStore', '@kushk/event-store')],
  [valueImports, pure, importing('answer', '@kushk/broker')],
  [valueImports, pure, importing('now', '@kushk/runtime')],
  [syntax, pure, 'export const at = new Date();\n'],
  [syntax, pure, 'export const at = Date.now();\n'],
  [syntax, pure, 'export const chance = Math.random();\n'],
  [globals, pure, 'export const home = process.cwd();\n'],
  [globals, pure, "export const response = fetch('http://x');\n"],
  [globals, pure, 'export const later = setTimeout(String, 1);\n'],
  [globals, pure, 'export const id = crypto.randomUUID();\n'],
  [syntax, 'libs/decider/src/decider.ts', 'export const at = Date.now();\n'],
  [globals, 'libs/manifest/src/check.ts', 'export const home = process.cwd();\n'],
  // Only files with certain suffixes may access the database, NATS and the framework.
  [imports, handler, importing('DataSource', 'typeorm')],
  [imports, handler, importing('Pool', 'pg')],
  [imports, handler, importing('connect', '@nats-io/transport-node')],
  [imports, view, importing('connect', '@nats-io/transport-node')],
  [imports, view, importing('MessagePattern', '@nestjs/microservices')],
  [imports, published, importing('Injectable', '@nestjs/common')],
  [imports, published, importing('log', '@kushk/runtime')],
  [imports, 'apps/gateway/src/operator/operator.dto.ts', importing('readFileSync', 'node:fs')],
  [imports, gateway, importing('DataSource', 'typeorm')],
  [imports, 'libs/edge/src/paging.ts', importing('Pool', 'pg')],
  [imports, 'libs/event-store/src/relay/relay.ts', importing('connect', '@nats-io/transport-node')],
  [imports, 'libs/broker/src/reactions/reaction-consumer.ts', importing('Pool', 'pg')],
  [imports, 'libs/decider/src/decider.ts', importing('readFileSync', 'node:fs')],
  [imports, 'libs/manifest/src/check.ts', importing('Injectable', '@nestjs/common')],
  [imports, 'libs/contracts/src/wallet.ts', importing('Entity', 'typeorm')],
  [imports, 'libs/contracts/src/wallet.ts', importing('request', 'undici')],
  [imports, 'libs/credentials/src/seal.ts', importing('Injectable', '@nestjs/common')],
  [imports, 'libs/credentials/src/seal.ts', importing('decode', '@nats-io/jwt')],
  [imports, 'libs/credentials/src/nats-accounts.ts', importing('connect', '@nats-io/transport-node')],
  // Boundaries between apps and libraries.
  [imports, handler, importing('main', '@kushk/app-catalogue')],
  [imports, handler, importing('releaseStream', '../../../../catalogue/src/release/release.js')],
  [imports, handler, importing('Broker', '@kushk/broker')],
  [imports, handler, importing('checkStructure', '@kushk/manifest')],
  [imports, pure, importing('validateAgainst', '@kushk/manifest')],
  [imports, handler, importing('newId', '@kushk/runtime/src/id.js')],
  [imports, handler, importing('newId', '../../../../../libs/runtime/src/id.js')],
  [imports, spec, importing('releaseStream', '../../../catalogue/src/release/release.js')],
  [imports, 'libs/edge/src/paging.ts', importing('routesOf', '../../../apps/gateway/src/roles.handler.js')],
  [imports, 'libs/edge/src/paging.ts', importing('cursorAfter', '../../contracts/src/cursor.js')],
  [syntax, handler, "export const level = process.env['LOG_LEVEL'];\n"],
  [valueImports, 'apps/hub-pages/src/portal/draft.ts', importing('checkManifest', '@kushk/manifest')],
  [valueImports, 'apps/hub-pages/src/query-keys.ts', importing('operatorLists', '@kushk/contracts/changes')],
  [valueImports, 'apps/hub-pages/src/query-keys.ts', importing('operatorLists', '@kushk/contracts')],
  [
    'react-hooks/exhaustive-deps',
    'libs/ui/src/page/part.tsx',
    "import { useEffect } from 'react';\nexport function Part({ at }: { at: number }): null {\n  useEffect(() => void at, []);\n  return null;\n}\n",
  ],
  // Code style.
  [syntax, gateway, 'export enum Tier { Community }\n'],
  [syntax, handler, 'class Base {}\nexport class Handler extends Base {}\n'],
  [syntax, 'apps/wallet/src/hold/index.ts', "export * from './hold.js';\n"],
  [syntax, spec, "jest.mock('./hold.js');\n"],
  [syntax, spec, "it.only('runs alone', () => undefined);\n"],
  [syntax, spec, "describe.skip('a wallet', () => undefined);\n"],
  [syntax, spec, "it.todo('is written later');\n"],
  [syntax, spec, "xit('is skipped', () => undefined);\n"],
  [syntax, spec, 'export async function wait() {\n  await new Promise((resolve) => setTimeout(resolve, 100));\n}\n'],
  ['no-restricted-exports', gateway, 'export default 7;\n'],
  ['no-warning-comments', gateway, `// ${'TO'}${'DO'}: later\nexport const x = 1;\n`],
  ['no-console', handler, "console.log('here');\n"],
  ['eqeqeq', gateway, 'export const same = (a: unknown): boolean => a == 1;\n'],
  ['prefer-const', gateway, 'let x = 1;\nexport const y = x;\n'],
  [
    'max-lines',
    handler,
    `${Array.from({ length: 301 }, (_, line) => `export const x${line} = ${line};`).join('\n')}\n`,
  ],
  ['max-lines-per-function', handler, `export function long(): void {\n${'  String(1);\n'.repeat(71)}}\n`],
  [
    '@typescript-eslint/max-params',
    gateway,
    'export const many = (a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7): unknown => [a, b, c, d, e, f, g];\n',
  ],
  ['max-len', gateway, `// ${'Words '.repeat(20)}\nexport const x = 1;\n`],
  // Names, file suffixes, missing specs and references in comments.
  ...[
    'export const door = 1;',
    'export const [stranger] = [1];',
    'export const { caller: stranger } = { caller: 1 };',
    'export function judgeOffer(): void {}',
    'export const check = (neighbours: number): number => neighbours;',
    'export class Courier {}',
    'export class Delivery {\n  readonly #lane = 1;\n  next = () => this.#lane;\n}',
    'export class Delivery {\n  constructor(private readonly leash: number) {}\n  next = () => this.leash;\n}',
    'export interface Delivery {\n  readonly toldAt: number;\n}',
    'export type RetryFlights = 1;',
    'export const MAX_ROUNDS = 1;',
    'export const value = { kept: 1 };',
    "export const subject = 'cmd.review.desk.take';",
    "export const fact = { type: 'ReleaseJudged' };",
    "import { x as asked } from './x.js';\nexport const y = asked;",
  ].map((text): Case => ['kushk/plain-names', gateway, `${text}\n`]),
  ['kushk/plain-names', 'tools/measure/bench/rivals/courier.mjs', 'export const x = 1;\n'],
  ['kushk/plain-names', 'apps/gateway/src/http/front-door.ts', 'export const x = 1;\n'],
  ['kushk/known-references', gateway, '/** Limits (contract §3). */\nexport const x = 1;\n'],
  ['kushk/known-references', gateway, '// Under ten seconds (seed: Limits).\nexport const x = 1;\n'],
  ['kushk/known-references', gateway, '// See docs/reference/moon.md.\nexport const x = 1;\n'],
  ['kushk/no-short-deadlines', spec, 'const start = 0;\nexpect(performance.now() - start).toBeLessThan(200);\n'],
  ['kushk/no-short-deadlines', spec, 'const SLOW_MS = 1_000;\nexpect({ tookMs: 1 }.tookMs).toBeLessThan(SLOW_MS);\n'],
  ['kushk/true-suffixes', handler, 'export class PlaceHoldHandler {}\n'],
  [
    'kushk/true-suffixes',
    handler,
    "import { queryHandler } from '@kushk/broker';\nexport const PlaceHandler = queryHandler('a');\nexport const CancelHandler = queryHandler('b');\n",
  ],
  [
    'kushk/true-suffixes',
    'apps/wallet/src/hold/place-hold.handler.ts',
    "import { queryHandler } from '@kushk/broker';\nexport const PlaceHoldHandler = queryHandler('a');\n",
  ],
  ['kushk/true-suffixes', view, 'export const amount = 1;\n'],
  ['kushk/true-suffixes', published, 'export const amount = 1;\n'],
  ...[
    '({ type }) => (type === "A" ? 1 : 2)',
    '(fact) => { if (fact.type === "B") return null; switch (fact.type) { default: return unreachable(fact); } }',
    '(fact) => { switch (fact.type) { case "A": return 1; default: return null; } }',
  ].map((translate): Case => ['kushk/exhaustive-translation', published, `publicationOf(holdStream, ${translate});\n`]),
  ...['worker', 'client', 'config', 'module', 'dto', 'generated', 'spec', 'int-spec', 'e2e-spec'].map(
    (suffix): Case => ['kushk/true-suffixes', `apps/wallet/src/hold/hold.${suffix}.ts`, 'export const amount = 1;\n'],
  ),
  // A word in a comment, or a name that every file may have, does not make a suffix true.
  ['kushk/true-suffixes', handler, '/** Has no @MessagePattern(). */\nexport const amount = 1;\n'],
  ['kushk/true-suffixes', 'apps/wallet/src/hold/hold.worker.ts', 'export function start(): void {}\nstart();\n'],
  ['kushk/true-suffixes', 'apps/wallet/src/hold/hold.config.ts', 'export const config = {};\n'],
  ['kushk/true-suffixes', 'apps/wallet/src/hold/hold.dto.ts', 'export interface Body {\n  readonly id: string;\n}\n'],
  ['kushk/true-suffixes', spec, "describe('a hold', () => undefined);\n"],
  [
    'kushk/decision-has-spec',
    'apps/wallet/src/hold/untested/untested.ts',
    "import { accept } from '@kushk/decider';\nexport const decide = () => accept([], null);\n",
  ],
  ['@typescript-eslint/no-explicit-any', gateway, 'export const x: any = 1;\n'],
  ['@typescript-eslint/no-unused-vars', gateway, "import { x } from './x.js';\n"],
  [
    '@typescript-eslint/consistent-type-imports',
    gateway,
    "import { Route } from './x.js';\nexport const x: Route | null = null;\n",
  ],
];

const valid: readonly (readonly [path: string, text: string])[] = [
  [gateway, 'export const inFlight = new Set<number>();\nexport const rounding = Math.round(1.5);\n'],
  [gateway, '// Limits: docs/architecture.md, and RFC 9110 §8.8.\nexport const x = 1;\n'],
  [
    pure,
    "import type { EventStore } from '@kushk/event-store';\nimport type { ContainerInspectInfo } from 'dockerode';\nexport type Started = ContainerInspectInfo;\nexport class Holds {\n  constructor(private readonly store: Pick<EventStore, 'run'>) {}\n  open = async () => await this.store.run;\n}\n",
  ],
  [
    decision,
    "import { accept, type Fact } from '@kushk/decider';\nimport type { HoldResource } from '@kushk/contracts';\nexport type F = Fact<'HoldPlaced', HoldResource>;\nexport const place = (at: string) => accept([new Date(at)], null);\n",
  ],
  [
    handler,
    `import { queryHandler, respond } from '@kushk/broker';\nimport { EventStore } from '@kushk/event-store';\nimport { now } from '@kushk/runtime';\nexport const PlaceHoldHandler = queryHandler('x', { store: EventStore }, () => [respond, now, Date.now(), setTimeout]);\n`,
  ],
  [view, importing('DataSource', 'typeorm')],
  [
    published,
    "import { walletFacts } from '@kushk/contracts';\nimport { publicationOf } from '@kushk/event-store';\nexport const used = publicationOf(walletFacts);\n",
  ],
  [gateway, importing('Broker', '@kushk/broker')],
  [spec, "it('ends', () => expect(performance.now()).toBeLessThan(20_000));\n"],
  [spec, "import { eventually } from '@kushk/testing';\nit('waits', () => eventually(() => true));\n"],
  ['apps/wallet/src/wallet.int-spec.ts', "import { Pool } from 'pg';\nit('connects', () => new Pool());\n"],
  [
    'apps/wallet/src/main.ts',
    "import { bootService } from '@kushk/runtime';\nawait bootService('wallet', class {});\nexport const level = process.env['LOG_LEVEL'];\n",
  ],
  ['libs/event-store/src/relay/relay.ts', importing('Client', 'pg')],
  ['libs/broker/src/connection/broker-connection.ts', importing('connect', '@nats-io/transport-node')],
  ['libs/contracts/src/index.ts', "export * from './wallet.js';\n"],
  ['libs/credentials/src/seal.ts', importing('createHmac', 'node:crypto')],
  ['libs/credentials/src/nats-accounts.ts', importing('decode', '@nats-io/jwt')],
  ['libs/edge/src/problem.ts', 'export class Refused extends Error {}\n'],
  ['tools/run/seed/hub.ts', "console.log(process.env['HOME']);\n"],
];

describe('the ESLint configuration', () => {
  it.each(invalid)('reports %s for the file %s with the text %j', async (rule, path, text) => {
    expect(await violationsIn(path, text)).toContain(rule);
  });

  it.each(valid)('accepts the file %s with the text %j', async (path, text) => {
    expect(await violationsIn(path, text)).toEqual([]);
  });

  it('reports a decision whose spec has no test', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kushk-lint-')));
    const rules = { 'kushk/decision-has-spec': 'error' } as const;
    const alone = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      overrideConfig: { plugins: { kushk: plugin }, rules },
    });
    const reported = async (text: string): Promise<number | undefined> => {
      writeFileSync(join(folder, 'charge.spec.js'), text);
      const decides = "import { accept } from '@kushk/decider';\nexport const decide = () => accept([], null);\n";
      const [result] = await alone.lintText(decides, { filePath: join(folder, 'charge.js') });
      return result?.errorCount;
    };
    try {
      expect(await reported("describe('charge', () => undefined);\n")).toBe(1);
      expect(await reported("it('is refused', () => undefined);\n")).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reports a comment that disables a rule unnecessarily', async () => {
    expect(await violationsIn(gateway, '// eslint-disable-next-line eqeqeq\nexport const x = 1;\n')).toEqual([
      expect.stringContaining('Unused eslint-disable directive'),
    ]);
  });
});
