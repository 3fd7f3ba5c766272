/** Generates a plugin from each template, runs its own tests, and plays the service against it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { parseManifestYaml } from '@kushk/manifest';
import { TEST_CASES } from '../plugin-test/run-cases.js';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));
const PATH = `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

/** The templates that need a language of their own, each with its tests and their last lines. */
const languages = [
  {
    template: 'python',
    probe: ['python3', '--version'],
    packageName: 'python3',
    tests: ['python3', '-m', 'unittest', 'tests'],
    passed: /Ran \d+ tests[\s\S]*OK\n\nexit 0$/,
  },
  {
    template: 'go',
    probe: ['go', 'version'],
    packageName: 'golang-go',
    tests: ['go', 'test', '.'],
    passed: /^ok .*\n\nexit 0$/,
  },
  {
    template: 'php',
    probe: ['php', '--version'],
    packageName: 'php-cli',
    tests: ['php', 'tests/run.php'],
    passed: /\d+ tests, 0 failed\n\nexit 0$/,
  },
] as const;
const installed = languages.filter(({ probe: [command, argument] }) => spawnSync(command, [argument]).status === 0);

/** They charge on their page, and nothing when a proposal is applied. */
const ownCases = TEST_CASES.map(({ id }) => id).filter((id) => id !== 'event-charge');

interface Created {
  readonly files: readonly string[];
  readonly next: readonly string[];
}

async function create(name: string, ...options: readonly string[]): Promise<Created> {
  const { exitCode, out, err } = await cli.run(['plugin', 'new', name, '--json', ...options]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return JSON.parse(out) as Created;
}
const pathOf = (...names: readonly string[]): string => join(cli.folder, ...names);
const textOf = (...names: readonly string[]): string => readFileSync(pathOf(...names), 'utf8');

/** What `npm install` does, without a registry: the packages of this repository, and the SDK from its tarball. */
function install(name: string): void {
  const sdk = pathOf(name, 'node_modules', '@kushk', 'plugin-sdk');
  mkdirSync(sdk, { recursive: true });
  const [tarball = ''] = readdirSync(pathOf(name, 'vendor'));
  execFileSync('tar', ['-xzf', pathOf(name, 'vendor', tarball), '--strip-components=1', '-C', sdk]);
  for (const dependency of ['typescript', '@types'])
    symlinkSync(join(modules, dependency), pathOf(name, 'node_modules', dependency));
}

/** Runs a command in the folder of a plugin. Resolves to its output, with the exit code in the last line. */
function run(name: string, command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd: pathOf(name), env: { ...process.env, PATH } });
  let output = '';
  const add = (text: Buffer): void => {
    output += text.toString();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return new Promise((resolve) => child.on('close', (code) => resolve(`${output}\nexit ${code}`)));
}

/** `kushk plugin test --run` with the given cases: the number of passed ones, and the others in full. */
async function contractOf(name: string, run: readonly string[], cases: readonly string[]): Promise<object> {
  const args = [
    'plugin',
    'test',
    '--manifest',
    pathOf(name, 'manifest.yaml'),
    '--run',
    ...run,
    '--listen',
    '0',
    '--json',
    '--actions',
    '{"/reminders": {"id": "rent", "title": "Pay the rent", "days": 7}}',
  ];
  // On a busy machine an answer may take longer than the ten seconds of the platform.
  const limits = ['--deadline', '30s', '--only', cases.join(',')];
  const { out } = await cli.run([...args, ...limits], { environment: { PATH, HOME: cli.folder } });
  const { passed, cases: results } = JSON.parse(out) as { passed: number; cases: { status: string }[] };
  return { passed, others: results.filter(({ status }) => status !== 'passed') };
}

describe('kushk plugin new', () => {
  it('fills in id, names, publisher and port, and its manifest has no problem', async () => {
    const values = ['--id', 'ir.acme.orders', '--publisher', 'acme-2', '--port', '4555'];
    const { files, next } = await create('Order Book', '--template', 'python', ...values);
    expect(next).toEqual(["cd 'Order Book'", 'npx @kushk/cli dev']);
    expect(files).toEqual(expect.arrayContaining(['.gitignore', 'README.md', 'kushk_verify.py', 'pages/app.mjs']));
    const { exitCode, out } = await cli.run(['manifest', 'check', join('Order Book', 'manifest.yaml')]);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('no problems')]);
    const all = files.map((file) => textOf('Order Book', file)).join('\n');
    expect(all).not.toMatch(/ir\.example|\b4100\b|\{\{|publisher: acme$/m);
    const names = { en: 'Order Book', fa: 'Order Book' };
    expect(parseManifestYaml(textOf('Order Book', 'manifest.yaml'))).toMatchObject({
      manifest: { id: 'ir.acme.orders', publisher: 'acme-2', names, ui: { app: { names } } },
    });
    expect(textOf('Order Book', 'plugin.py')).toContain('ID = "ir.acme.orders"');
    await create('Order Go', '--template', 'go', '--id', 'ir.acme.orders');
    expect(textOf('Order Go', 'go.mod')).toContain('module ir.acme.orders');
    expect(textOf('Order Go', 'issuer.go')).toContain('"ir.acme.orders/kushk"');
  });

  it.each(['node', 'python', 'go', 'php'])('names the page of the template %s as the plugin', async (template) => {
    const { files } = await create(`page-${template}`, '--template', template, '--name', 'A & B');
    const all = files.map((file) => textOf(`page-${template}`, file)).join('\n');
    expect(all).toContain(template === 'node' ? 'title: "A & B"' : '<title>A &#38; B</title>');
    expect(all).not.toMatch(/title.{1,3}Reminders/);
  });

  it('names the hub of a local system with other ports', async () => {
    const named = async (folder: string, environment: object): Promise<string> => {
      const options = { environment: { PATH, HOME: cli.folder, ...environment } };
      await cli.run(['plugin', 'new', folder, '--template', 'python'], options);
      return textOf(folder, 'main.py');
    };
    expect(await named('usual-ports', {})).toContain('"http://127.0.0.1:8080"');
    expect(await named('other-ports', { KUSHK_PORT_BASE: '18480' })).toContain('"http://127.0.0.1:18480"');
  });

  it('writes README and comments in the language, and the same manifest in both', async () => {
    await create('invoices', '--template', 'python', '--locale', 'fa');
    const persian = textOf('invoices', 'manifest.yaml');
    expect(persian).toContain('# نسخهٔ قالب این فایل');
    expect(textOf('invoices', 'README.md')).toMatch(/^# Invoices\n\nافزونه‌ای/);
    const { manifest } = parseManifestYaml(persian);
    await create('english/invoices', '--template', 'python', '--locale', 'en');
    expect(parseManifestYaml(textOf('english', 'invoices', 'manifest.yaml')).manifest).toEqual(manifest);
  });

  it('names the plugin in both languages, and with a Persian name only in Persian', async () => {
    await create('fleet', '--template', 'python', '--locale', 'fa', '--name', 'Fleet log');
    expect(parseManifestYaml(textOf('fleet', 'manifest.yaml'))).toMatchObject({
      manifest: { names: { en: 'Fleet log', fa: 'Fleet log' } },
    });
    await create('rents', '--template', 'python', '--locale', 'fa', '--name', 'اجاره‌ها');
    expect(parseManifestYaml(textOf('rents', 'manifest.yaml'))).toMatchObject({
      manifest: { names: { en: 'Rents', fa: 'اجاره‌ها' } },
    });
    expect(textOf('rents', 'README.md')).toMatch(/^# اجاره‌ها\n/);
  });

  it('gives a plugin another port than those beside it, although none of them runs', async () => {
    const ports: unknown[] = [];
    for (const name of ['first', 'second']) {
      await create(name, '--template', 'python');
      const { manifest } = parseManifestYaml(textOf(name, 'manifest.yaml'));
      ports.push(new URL(String((manifest as { base_url: string }).base_url)).port);
    }
    expect(new Set(ports).size).toBe(2);
  });

  it('says what to do where npx does not find the command, and only there', async () => {
    const hasHint = async (folder: string, template: string): Promise<boolean> => {
      const { exitCode, out } = await cli.run(['plugin', 'new', folder, '--template', template], {
        environment: { PATH },
      });
      expect(exitCode).toBe(0);
      return out.includes('npx finds @kushk/cli only in the nearest folder with a package.json');
    };
    expect(await hasHint('outside', 'python')).toBe(true);
    mkdirSync(pathOf('installed', 'node_modules', '@kushk', 'cli'), { recursive: true });
    expect(await hasHint(join('installed', 'plugins', 'go'), 'go')).toBe(false);
    // A Node plugin has a package.json of its own.
    expect(await hasHint(join('installed', 'plugins', 'node'), 'node')).toBe(true);
  });

  it('writes nothing into a folder with files, and nothing that would not be valid', async () => {
    mkdirSync(pathOf('full'));
    cli.writeFile('mine', join('full', 'file'));
    const refused = await cli.run(['plugin', 'new', 'full']);
    expect([refused.exitCode, refused.err]).toEqual([
      2,
      expect.stringContaining('full is not empty: name a new folder'),
    ]);
    expect(readdirSync(pathOf('full'))).toEqual(['file']);
    const invalid = await cli.run(['plugin', 'new', 'other', '--id', 'Invoices']);
    expect([invalid.exitCode, invalid.err]).toEqual([2, expect.stringMatching(/\/id .*reverse/)]);
    expect(existsSync(pathOf('other'))).toBe(false);
  });

  it('creates a Node plugin that passes its own tests and the contract', async () => {
    await create('in-node', '--id', 'ir.acme.loans', '--port', String(await freePort()));
    install('in-node');
    expect(await run('in-node', 'npm', ['test'])).toMatch(/pass 6\n. fail 0[\s\S]*exit 0$/);
    // What `npm run dev` and `npm start` compile: a test that does not fit the code yet stops neither.
    cli.writeFile("export const amount: number = 'ten';\n", join('in-node', 'test', 'loans.ts'));
    expect(await run('in-node', 'tsc', ['--project', 'src'])).toMatch(/exit 0$/);
    // Its deadline for tools is the SDK's, which other tests cover.
    const cases = ownCases.filter((id) => id !== 'tool-slow');
    // Not `npm run dev`, which would compile again at each start.
    expect(await contractOf('in-node', ['node dist/src/main.js'], cases)).toEqual({ passed: cases.length, others: [] });
  });

  it('creates a plugin in each other language that passes its own tests and the contract', async () => {
    const cases = ownCases;
    // Side by side, because a plugin mostly waits.
    const results = installed.map(async ({ template, tests: [command, ...args] }) => {
      await create(`in-${template}`, '--template', template, '--port', String(await freePort()));
      const ownTests = await run(`in-${template}`, command, args);
      return { template, ownTests, contract: await contractOf(`in-${template}`, [], cases) };
    });
    expect(await Promise.all(results)).toEqual(
      installed.map(({ template, passed }) => ({
        template,
        ownTests: expect.stringMatching(passed),
        contract: { passed: cases.length, others: [] },
      })),
    );
  });

  it('creates a plugin that polls, which has no page and passes its own tests', async () => {
    const { files } = await create('polling', '--template', 'poller', '--locale', 'fa');
    expect(files.filter((file) => file.startsWith('pages/'))).toEqual([]);
    const { manifest } = parseManifestYaml(textOf('polling', 'manifest.yaml'));
    expect(manifest).toMatchObject({ delivery: 'poll', id: 'ir.example.polling' });
    expect(manifest).not.toHaveProperty('base_url');
    install('polling');
    expect(await run('polling', 'npm', ['test'])).toMatch(/pass 5\n. fail 0[\s\S]*exit 0$/);
    expect(await run('polling', 'tsc', ['--project', 'src'])).toMatch(/exit 0$/);
  });

  afterAll(() => {
    for (const { template, packageName } of languages.filter((language) => !installed.includes(language)))
      process.stderr.write(`the template ${template} was not run; to run it: apt-get install ${packageName}\n`);
  });
});
