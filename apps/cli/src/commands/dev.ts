/**
 * `kushk dev …`: uses a plugin on a development instance without review. An instance in production rejects these
 * commands.
 */
import { credentialLines, credentialVariables } from '../dev/credential-variables.js';
import type { Credentials } from '../dev/instance-client.js';
import type { ListingResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { withPrivateFiles } from '../private-files.js';
import { sendManifest } from '../send-manifest.js';
import { printable, type Terminal } from '../terminal.js';
import { releaseName } from './release.js';

/** Adds the manifest in a file to the plugin store of the instance. */
export async function publishForDevelopment(
  terminal: Terminal,
  file: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  return sendManifest<ListingResource>(terminal, file, {
    send: (manifest) =>
      terminal.withProgress(
        terminal.translate`Publishing`,
        send(connection, {
          method: 'POST',
          path: '/instance/v1/dev/releases',
          body: { manifest },
          language: terminal.language,
        }),
      ),
    print: (listing) => {
      terminal.result(listing, [terminal.translate`${releaseName(listing)} is in the store of ${connection.origin}`]);
    },
  });
}

export interface CredentialOptions extends ConnectionFlags {
  readonly file?: string;
  /** Whether a file that exists is replaced. */
  readonly force?: true;
}

/**
 * Fetches the credentials of an installation, which can be read only once, and prints them as lines of a `.env` file,
 * or writes these into a file that only its owner may read. The output does not contain them then.
 */
export async function readCredentials(
  terminal: Terminal,
  installation: string,
  options: CredentialOptions,
): Promise<ExitCode> {
  const { file } = options;
  return withPrivateFiles([file], options, async (write) => {
    const credentials = await fetchCredentials(terminal, installation, options);
    const lines = credentialLines(credentialVariables(credentials));
    if (file === undefined) {
      if (!terminal.json) terminal.note(terminal.translate`store these credentials now: they cannot be read again`);
      terminal.result(credentials, lines);
      return EXIT.ok;
    }
    write(file, lines.map((line) => `${line}\n`).join(''));
    const { token: _token, signing_secret: _secret, ...rest } = credentials;
    terminal.result({ ...rest, file }, [
      terminal.translate`the credentials are in ${printable(file)}`,
      terminal.translate`next: start the plugin with them; "kushk store installed" shows when it polls`,
    ]);
    return EXIT.ok;
  });
}

function fetchCredentials(terminal: Terminal, installation: string, options: ConnectionFlags): Promise<Credentials> {
  const path = pathOf`/instance/v1/installations/${installation}/credentials`;
  return terminal.withProgress(
    terminal.translate`Reading`,
    send<Credentials>(adminConnection(options), { method: 'POST', path, language: terminal.language }),
  );
}
