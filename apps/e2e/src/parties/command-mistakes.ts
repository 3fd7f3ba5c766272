/** Makes the mistakes of docs/guide/mistakes.yaml with the real command, in a folder of its own for each. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, type JWK } from 'jose';
import { system } from '../system/the-system.js';
import { unique, type Publisher } from './parties.js';

const KUSHK = fileURLToPath(new URL('../../../cli/bin/kushk.mjs', import.meta.url));

/** What differs from a developer with a running local system, in a folder with a good manifest. */
interface Setting {
  /** Null: there is no manifest in the folder. */
  readonly manifest?: string | Buffer | null;
  readonly environment?: Readonly<Record<string, string>>;
  /** More files by their name. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Output {
  readonly exit: number | null;
  readonly text: string;
}

const MAX_MANIFEST_BYTES = 1_048_576;
const noSystem = { KUSHK_DATA_DIR: join(tmpdir(), 'kushk-no-system') };

export class CommandMistakes {
  private readonly folder = mkdtempSync(join(tmpdir(), 'kushk-mistakes-'));
  private readonly listener = createServer();
  private readonly manifest: string;
  private settings: Readonly<Record<string, Setting>> = {};

  private constructor(private readonly publisher: Publisher) {
    this.manifest = manifestText({ id: `ir.${unique('mistakes')}.reminders`, publisher: publisher.id });
  }

  /** `submitted` is a manifest that the publisher has already submitted. */
  static async prepare(publisher: Publisher, submitted: { readonly id: string }): Promise<CommandMistakes> {
    const mistakes = new CommandMistakes(publisher);
    mkdirSync(join(mistakes.folder, 'bin'));
    const program = `#!/bin/sh\nexec '${process.execPath}' '${KUSHK}' "$@"\n`;
    writeFileSync(join(mistakes.folder, 'bin', 'kushk'), program, { mode: 0o755 });
    await new Promise<void>((resolve) => mistakes.listener.listen(0, '127.0.0.1', resolve));
    mistakes.settings = await mistakes.allSettings(submitted);
    return mistakes;
  }

  close(): void {
    this.listener.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs the command of a mistake. Values that differ between runs are replaced by their names. */
  run({ key, command }: { readonly key: string; readonly command: string }, language: 'en' | 'fa'): Promise<Output> {
    const setting = this.settings[key];
    if (setting === undefined) throw new Error(`nothing makes the mistake ${key}`);
    const folder = join(this.folder, `${key}-${language}`);
    mkdirSync(folder);
    const files = setting.manifest === null ? {} : { 'manifest.yaml': setting.manifest ?? this.manifest };
    for (const [name, content] of Object.entries({ ...files, ...setting.files }))
      writeFileSync(join(folder, name), content);
    const child = spawn('sh', ['-c', command.replace('PORT', String(this.port))], {
      cwd: folder,
      env: {
        PATH: [join(this.folder, 'bin'), process.env['PATH']].join(delimiter),
        LANG: language === 'fa' ? 'fa_IR.UTF-8' : 'C',
        KUSHK_DATA_DIR: system.dataDir,
        ...setting.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
    return new Promise((resolve) =>
      child.once('close', (exit) => resolve({ exit, text: this.withNames(text.replace(/^.* … .*\n/gm, '')) })),
    );
  }

  private get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  private withNames(text: string): string {
    return text
      .replaceAll(/req_\w+/g, 'req_…')
      .replaceAll(system.hub, 'HUB')
      .replaceAll(this.publisher.id, 'acme')
      .replaceAll(/ir\.(?:mistakes|newcomer)\w+\.\w+/g, 'ir.acme.reminders')
      .replaceAll(String(this.port), 'PORT')
      .trimEnd();
  }

  private async allSettings(submitted: { readonly id: string }): Promise<Readonly<Record<string, Setting>>> {
    const key = { KUSHK_BASE_URL: system.hub, KUSHK_PUBLISHER_KEY: this.publisher.key };
    const ofSample = manifestText({ id: system.samplePlugin.id, publisher: this.publisher.id });
    const noPlugin = { files: { 'kushk.json': '{ "run": "python3 main.py" }' } };
    return {
      wrong_key: { environment: { ...key, KUSHK_PUBLISHER_KEY: `kp_${'0'.repeat(40)}` } },
      cut_key: { environment: { ...key, KUSHK_PUBLISHER_KEY: `${this.publisher.key.slice(0, 12)} …` } },
      no_key: { environment: { ...noSystem, KUSHK_BASE_URL: system.hub } },
      other_publisher: { manifest: this.manifest.replace(this.publisher.id, 'someone'), environment: key },
      same_version: { manifest: manifestText({ id: submitted.id, publisher: this.publisher.id }), environment: key },
      wrong_version: { environment: key },
      wrong_service: { environment: { ...key, KUSHK_BASE_URL: system.instance } },
      unreachable: { environment: { ...key, KUSHK_BASE_URL: 'http://127.0.0.1:2' } },
      expired_sign_in: { environment: { KUSHK_TOKEN: await expiredToken() } },
      no_system: { environment: noSystem },
      wrong_folder: { manifest: null },
      no_file: { manifest: null, environment: key },
      misspelt_command: {},
      misspelt_option: {},
      missing_argument: {},
      tab: { manifest: this.manifest.replace('\n  wallet', '\n\twallet') },
      large_file: { manifest: `${this.manifest}# ${'x'.repeat(MAX_MANIFEST_BYTES)}\n` },
      utf16: { manifest: Buffer.from(`\ufeff${this.manifest}`, 'utf16le') },
      port_taken: noPlugin,
      full_folder: {},
      not_installed: {},
      unknown_tool: { manifest: ofSample },
      not_json: { manifest: ofSample },
      not_subscribed: { manifest: ofSample },
    };
  }
}

function manifestText({ id, publisher }: { readonly id: string; readonly publisher: string }): string {
  return `schema: '1'
id: ${id}
version: 1.0.0
publisher: ${publisher}
kind: external
plugin_api: '1.0'
names: { en: Reminders, fa: یادآورها }
base_url: http://localhost:4100
scopes:
  wallet.consume: Sells reminders
services: [{ key: reminder, unit: reminder }]
plans: [{ key: basic, rates: { reminder: '1' } }]
`;
}

/** An access token of the admin as the sign-in provider has issued it, an hour after its end. */
async function expiredToken(): Promise<string> {
  const { signIn } = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8')) as {
    readonly signIn: { readonly signingKey: JWK };
  };
  const { alg = 'ES256', ...header } = decodeProtectedHeader(system.tokens.admin);
  const { exp: _exp, iat: _iat, ...claims } = decodeJwt(system.tokens.admin);
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ ...claims, iat: now - 7_200, exp: now - 3_600 })
    .setProtectedHeader({ ...header, alg })
    .sign(await importJWK(signIn.signingKey, alg));
}
