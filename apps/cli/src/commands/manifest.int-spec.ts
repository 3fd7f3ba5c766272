import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliHarness, INVALID_MANIFEST, VALID_MANIFEST } from '../../test/cli-harness.js';

const cli = cliHarness();

describe('kushk manifest check', () => {
  it('exits with 0 for a manifest without problems', async () => {
    expect(await cli.run(['manifest', 'check', cli.writeFile(VALID_MANIFEST)])).toMatchObject({
      exitCode: 0,
      out: 'manifest.yaml: no problems\nnext: "kushk dev" tries it on a local system\n',
      err: '',
    });
  });

  it('prints every problem with line and column, and exits with 1', async () => {
    const { exitCode, out } = await cli.run(['manifest', 'check', cli.writeFile(INVALID_MANIFEST)]);
    expect({ exitCode, lines: out.split('\n') }).toEqual({
      exitCode: 1,
      lines: [
        'manifest.yaml:3:1  submission  /version must be string, not number (type)',
        '    for example version: 1.0.0',
        'manifest.yaml:5:1  instance    /records needs the scope records.own (scope_missing)',
        '    add records.own to scopes, with the reason',
        '2 errors',
        'submission: the hub rejects the release. instance: the hub accepts it, and instances may not offer it. warning: nothing is rejected, and the reviewer reads it',
        '',
      ],
    });
  });

  it('marks and counts warnings apart, and exits with 1 for them only with --strict', async () => {
    const file = cli.writeFile(`${VALID_MANIFEST}scopes: { wallet.consume: Sells pages }\n`);
    const { exitCode, out } = await cli.run(['manifest', 'check', file]);
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/^manifest\.yaml:9:11 {2}warning {5}\/scopes\/wallet\.consume [^]*\n1 warning\nnext: /),
    ]);
    const strict = await cli.run(['manifest', 'check', file, '--strict', '--json']);
    expect([strict.exitCode, JSON.parse(strict.out)]).toMatchObject([1, { valid: true }]);
    const both = await cli.run([
      'manifest',
      'check',
      cli.writeFile(`${INVALID_MANIFEST}scopes: { wallet.consume: x }\n`),
    ]);
    expect([both.exitCode, both.out]).toEqual([1, expect.stringMatching(/\n2 errors, 1 warning\n/)]);
  });

  it('suggests misspelt names and explains the stages, in both languages', async () => {
    const file = cli.writeFile('schema: "1"\nid: ir.acme.a\nkind: extrenal\nscopes: { record.own: Keeps }\n');
    const { out } = await cli.run(['manifest', 'check', file]);
    expect(out).toMatch(/^manifest\.yaml:3:\d+ {2}submission {2}\/kind must be one of: external, instance/m);
    expect(out).toContain('    did you mean external?\n');
    expect(out).toContain('    did you mean records.own? one of: records.own, ');
    expect(out).toMatch(/submission: the hub rejects the release\. instance: .*\n$/);
    const persian = (await cli.run(['manifest', 'check', file, '--lang', 'fa'])).out;
    expect(persian).toContain('    منظورتان external بود؟\n');
    expect(persian).toMatch(/ارسال: هاب .*\n$/);
    expect(persian).not.toMatch(/did you mean|one of|errors|submission|the hub/);
  });

  it('prints Persian with --lang fa or in a Persian locale', async () => {
    const file = cli.writeFile(VALID_MANIFEST.replace('publisher: acme\n', ''));
    expect((await cli.run(['manifest', 'check', file, '--lang', 'fa'])).out).toContain(
      '/publisher الزامی است (required)\n    برای نمونه publisher: acme\n۱ خطا',
    );
    expect((await cli.run(['manifest', 'check', file], { environment: { LANG: 'fa_IR.UTF-8' } })).out).toContain(
      'الزامی است',
    );
  });

  it('reads JSON from standard input, applies the production rules and prints JSON', async () => {
    const json = JSON.stringify(
      {
        schema: '1',
        id: 'ir.acme.x',
        version: '1.0.0',
        publisher: 'acme',
        kind: 'external',
        plugin_api: '1.0',
        names: { en: 'X' },
        base_url: 'http://localhost:1',
      },
      null,
      2,
    );
    expect((await cli.run(['manifest', 'check', '-'], { input: json })).exitCode).toBe(0);
    const { exitCode, out } = await cli.run(['manifest', 'check', '-', '--production', '--json'], { input: json });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      file: '-',
      valid: false,
      problems: [{ code: 'base_url_not_https', path: '/base_url', line: 11, column: 3, stage: 'submission' }],
    });
  });

  it('prints the position of a syntax error in the YAML', async () => {
    expect((await cli.run(['manifest', 'check', cli.writeFile('id: [a\nname: b')])).out).toMatch(
      /^manifest\.yaml:2:\d+ {2}submission {2} is not valid YAML: /,
    );
  });

  it('reads UTF-8 with or without a byte order mark, and rejects other encodings', async () => {
    expect(
      (await cli.run(['manifest', 'check', cli.writeFile(`\uFEFF${VALID_MANIFEST.replaceAll('\n', '\r\n')}`)]))
        .exitCode,
    ).toBe(0);
    for (const encoding of ['utf16le', 'latin1'] as const) {
      const file = cli.writeFile(Buffer.from(`\uFEFF${VALID_MANIFEST}é`, encoding), `${encoding}.yaml`);
      expect(await cli.run(['manifest', 'check', file])).toMatchObject({
        exitCode: 2,
        out: '',
        err: `kushk: ${file} is not UTF-8 text: save it as UTF-8 (in Windows PowerShell: Out-File -Encoding utf8) (cli.usage)\n`,
      });
      expect(
        (
          await cli.run(
            ['release', 'submit', cli.writeFile(VALID_MANIFEST), '--notes-file', file],
            cli.withPublisherKey(),
          )
        ).exitCode,
      ).toBe(2);
    }
    expect(cli.requests).toEqual([]);
  });

  it('exits with 2 for a missing file, an unknown command or option, or a missing argument', async () => {
    expect(await cli.run(['manifest', 'check', 'missing.yaml'])).toMatchObject({
      exitCode: 2,
      out: '',
      err: 'kushk: there is no file missing.yaml here: change to the folder of the plugin, or name the file (cli.usage)\n',
    });
    for (const args of [
      ['manifest', 'check'],
      ['nonsense'],
      ['manifest', 'check', 'x', '--nonsense'],
      ['manifest'],
      ['operator', 'key', 'issue', 'acme'],
    ]) {
      expect({ args, exitCode: (await cli.run(args)).exitCode }).toEqual({ args, exitCode: 2 });
    }
    expect(await cli.run(['dev', 'logz'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("error: unknown command 'logz'"),
    });
  });

  it('prints GitHub Actions annotations with paths relative to the repository root', async () => {
    const { exitCode, out } = await cli.run(
      ['manifest', 'check', cli.writeFile(INVALID_MANIFEST, 'a,b.yaml'), '--format', 'github'],
      { environment: { GITHUB_WORKSPACE: join(cli.folder, '..') } },
    );
    const folder = cli.folder.split('/').at(-1) ?? '';
    expect({ exitCode, lines: out.split('\n') }).toEqual({
      exitCode: 1,
      lines: [
        `::error file=${folder}/a%2Cb.yaml,line=3,col=1,title=type::/version must be string, not number (for example version: 1.0.0)`,
        `::error file=${folder}/a%2Cb.yaml,line=5,col=1,title=scope_missing::/records needs the scope records.own (add records.own to scopes, with the reason)`,
        '2 errors',
        '',
      ],
    });
  });

  it('prints advice as a warning, and escapes workflow commands in the manifest', async () => {
    const { out } = await cli.run([
      'manifest',
      'check',
      cli.writeFile(`${VALID_MANIFEST}scopes: { wallet.consume: x }\n"%0A::set-output\\n::error::": 1\n`),
      '--format',
      'github',
    ]);
    expect(out).toContain('::warning file=manifest.yaml,line=9,col=11,title=scope_unused::/scopes/wallet.consume ');
    for (const line of out.split('\n').slice(0, -2))
      expect(line).toMatch(/^::(error|warning) file=manifest\.yaml,line=\d+,col=\d+,title=\w+::\//);
    expect(out).toContain('%250A');
  });

  it('prints problems as SARIF 2.1.0', async () => {
    const { exitCode, out } = await cli.run([
      'manifest',
      'check',
      cli.writeFile(INVALID_MANIFEST, 'a b.yaml'),
      '--format',
      'sarif',
    ]);
    const location = (line: number, pointer: string) => [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a%20b.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }],
      },
    ];
    expect({ exitCode, log: JSON.parse(out) }).toEqual({
      exitCode: 1,
      log: {
        $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
        version: '2.1.0',
        runs: [
          {
            tool: {
              driver: {
                name: 'kushk',
                version: '0.1.0',
                semanticVersion: '0.1.0',
                rules: [
                  { id: 'type', shortDescription: { text: 'type' } },
                  { id: 'scope_missing', shortDescription: { text: 'scope missing' } },
                ],
              },
            },
            columnKind: 'utf16CodeUnits',
            results: [
              {
                ruleId: 'type',
                ruleIndex: 0,
                level: 'error',
                message: { text: '/version must be string, not number (for example version: 1.0.0)' },
                locations: location(3, '/version'),
                partialFingerprints: { 'codeAndPath/v1': 'type /version' },
                properties: { stage: 'submission' },
              },
              {
                ruleId: 'scope_missing',
                ruleIndex: 1,
                level: 'error',
                message: { text: '/records needs the scope records.own (add records.own to scopes, with the reason)' },
                locations: location(5, '/records'),
                partialFingerprints: { 'codeAndPath/v1': 'scope_missing /records' },
                properties: { stage: 'instance' },
              },
            ],
          },
        ],
      },
    });
    const clean = JSON.parse(
      (await cli.run(['manifest', 'check', cli.writeFile(VALID_MANIFEST), '--format', 'sarif'])).out,
    ) as {
      runs: { results: unknown[] }[];
    };
    expect(clean.runs[0]?.results).toEqual([]);
  });

  it('prints the same output for --json and --format json', async () => {
    const file = cli.writeFile(INVALID_MANIFEST);
    expect((await cli.run(['manifest', 'check', file, '--format', 'json'])).out).toBe(
      (await cli.run(['manifest', 'check', file, '--json'])).out,
    );
  });
});
