/** Each rule of eslint.config.mjs against a small file that breaks it, in the place where the rule holds, and against one that does not. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { ESLint } from 'eslint';

let eslint: ESLint;
beforeAll(async () => {
  eslint = new ESLint({ cwd: resolve('.') });
  // The first file pays for loading the parser.
  await wrongIn('tools/x.ts', '');
}, 120_000);

/** The rules that a text breaks when it stands at `path`, without repeats. */
async function wrongIn(path: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: resolve(path) });
  return [...new Set(result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? [])];
}
/** Uses what it imports, so that only the import can be wrong. */
const importing = (name: string, from: string): string =>
  `import { ${name} } from '${from}';\nexport const used = ${name};\n`;

const pure = 'apps/wallet/src/hold/hold.ts';
const handler = 'apps/wallet/src/hold/place-hold/place-hold.handler.ts';
const view = 'apps/wallet/src/hold/hold.view.ts';
const published = 'apps/wallet/src/hold/hold.public.ts';
const spec = 'apps/wallet/src/hold/hold.spec.ts';
const gateway = 'apps/gateway/src/http/route.ts';

type Case = readonly [rule: string, path: string, text: string];
const imports = 'no-restricted-imports';
const syntax = 'no-restricted-syntax';
const globals = 'no-restricted-globals';

const forbidden: readonly Case[] = [
  // What a file without a suffix may not know.
  [imports, pure, importing('readFileSync', 'node:fs')],
  [imports, pure, importing('Injectable', '@nestjs/common')],
  [imports, pure, importing('firstValueFrom', 'rxjs')],
  [imports, pure, importing('Entity', 'typeorm')],
  [imports, pure, importing('connect', '@nats-io/transport-node')],
  [imports, pure, importing('request', 'undici')],
  [imports, pure, importing('EventStore', '@kushk/event-store')],
  [imports, pure, importing('answer', '@kushk/broker')],
  [imports, pure, importing('now', '@kushk/runtime')],
  [syntax, pure, 'export const at = new Date();\n'],
  [syntax, pure, 'export const at = Date.now();\n'],
  [syntax, pure, 'export const chance = Math.random();\n'],
  [globals, pure, 'export const home = process.cwd();\n'],
  [globals, pure, "export const asked = fetch('http://x');\n"],
  [globals, pure, 'export const later = setTimeout(String, 1);\n'],
  [globals, pure, 'export const id = crypto.randomUUID();\n'],
  [syntax, 'libs/decider/src/decider.ts', 'export const at = Date.now();\n'],
  [globals, 'libs/manifest/src/check.ts', 'export const home = process.cwd();\n'],
  // Who knows the database, NATS and the framework.
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
  [imports, 'libs/event-store/src/relay.ts', importing('connect', '@nats-io/transport-node')],
  [imports, 'libs/broker/src/reaction.ts', importing('Pool', 'pg')],
  [imports, 'libs/decider/src/decider.ts', importing('readFileSync', 'node:fs')],
  [imports, 'libs/manifest/src/check.ts', importing('Injectable', '@nestjs/common')],
  [imports, 'libs/contracts/src/wallet.ts', importing('Entity', 'typeorm')],
  [imports, 'libs/contracts/src/wallet.ts', importing('request', 'undici')],
  [imports, 'libs/credentials/src/seal.ts', importing('Injectable', '@nestjs/common')],
  [imports, 'libs/credentials/src/seal.ts', importing('decode', '@nats-io/jwt')],
  [imports, 'libs/credentials/src/nats-accounts.ts', importing('connect', '@nats-io/transport-node')],
  // Walls between apps and libraries.
  [imports, handler, importing('main', '@kushk/app-catalogue')],
  [imports, handler, importing('releaseStream', '../../../../catalogue/src/release/release.js')],
  [imports, handler, importing('Broker', '@kushk/broker')],
  [imports, handler, importing('newId', '@kushk/runtime/src/id.js')],
  [imports, handler, importing('newId', '../../../../../libs/runtime/src/id.js')],
  [imports, spec, importing('releaseStream', '../../../catalogue/src/release/release.js')],
  [imports, 'libs/edge/src/paging.ts', importing('routesOf', '../../../apps/gateway/src/roles.handler.js')],
  [imports, 'libs/edge/src/paging.ts', importing('cursorAfter', '../../contracts/src/cursor.js')],
  [syntax, handler, "export const level = process.env['LOG_LEVEL'];\n"],
  // How everything is written.
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
  ['@typescript-eslint/no-explicit-any', gateway, 'export const x: any = 1;\n'],
  ['@typescript-eslint/no-unused-vars', gateway, "import { x } from './x.js';\n"],
  [
    '@typescript-eslint/consistent-type-imports',
    gateway,
    "import { Route } from './x.js';\nexport const x: Route | null = null;\n",
  ],
];

const allowed: readonly (readonly [path: string, text: string])[] = [
  [
    pure,
    "import { accept, type Fact } from '@kushk/decider';\nimport type { HoldResource } from '@kushk/contracts';\nexport type F = Fact<'HoldPlaced', HoldResource>;\nexport const place = (at: string) => accept([new Date(at)], null);\n",
  ],
  [
    handler,
    "import { answer } from '@kushk/broker';\nimport { EventStore } from '@kushk/event-store';\nimport { now } from '@kushk/runtime';\nimport { Controller } from '@nestjs/common';\nexport const used = [answer, EventStore, now, Controller, Date.now(), setTimeout];\n",
  ],
  [view, importing('Entity', 'typeorm')],
  [
    published,
    "import { walletFacts } from '@kushk/contracts';\nimport { say } from '@kushk/event-store';\nexport const used = [walletFacts, say];\n",
  ],
  [gateway, importing('Broker', '@kushk/broker')],
  [spec, "import { eventually } from '@kushk/testing';\nit('waits', () => eventually(() => true));\n"],
  ['apps/wallet/src/wallet.int-spec.ts', importing('Pool', 'pg')],
  [
    'apps/wallet/src/main.ts',
    "import { bootService } from '@kushk/runtime';\nawait bootService('wallet', class {});\nexport const level = process.env['LOG_LEVEL'];\n",
  ],
  ['libs/event-store/src/relay.ts', importing('Client', 'pg')],
  ['libs/broker/src/link.ts', importing('connect', '@nats-io/transport-node')],
  ['libs/contracts/src/index.ts', "export * from './wallet.js';\n"],
  ['libs/credentials/src/seal.ts', importing('createHmac', 'node:crypto')],
  ['libs/credentials/src/nats-accounts.ts', importing('decode', '@nats-io/jwt')],
  ['libs/edge/src/problem.ts', 'export class Refused extends Error {}\n'],
  ['tools/seed/hub.ts', "console.log(process.env['HOME']);\n"],
];

describe('the house rules', () => {
  it.each(forbidden)('%s is broken in %s by %j', async (rule, path, text) => {
    expect(await wrongIn(path, text)).toContain(rule);
  });

  it.each(allowed)('let %s say %j', async (path, text) => {
    expect(await wrongIn(path, text)).toEqual([]);
  });

  it('find a comment that switches off a rule which is not broken', async () => {
    expect(await wrongIn(gateway, '// eslint-disable-next-line eqeqeq\nexport const x = 1;\n')).toEqual([
      expect.stringContaining('Unused eslint-disable directive'),
    ]);
  });
});
