/** `kushk operator registry`: where publishers push images, and with which account. */
import type { RegistryResource } from '@kushk/contracts';
import { send } from '../api.js';
import { operatorConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, table, type Terminal } from '../terminal.js';

export async function showRegistry(terminal: Terminal, options: ConnectionFlags): Promise<ExitCode> {
  const registry = await terminal.withProgress(
    terminal.translate`Reading`,
    send<RegistryResource>(operatorConnection(options), {
      method: 'GET',
      path: '/operator/v1/registry',
      language: terminal.language,
    }),
  );
  const rows = [[terminal.translate`registry`, printable(registry.url)]];
  if (registry.user !== null)
    rows.push(
      [terminal.translate`user`, printable(registry.user)],
      [terminal.translate`password`, printable(registry.password ?? '')],
    );
  terminal.result(registry, table(rows));
  if (!terminal.json) terminal.note(howToLogIn(terminal, registry));
  return EXIT.ok;
}

function howToLogIn(terminal: Terminal, { url, accounts, user }: RegistryResource): string {
  const host = printable(new URL(url).host);
  switch (accounts) {
    case 'shared':
      return terminal.translate`log in with it: docker login ${host} --username ${printable(user ?? '')} --password-stdin`;
    case 'publisher_keys':
      return terminal.translate`each publisher pushes with keys of its own: "kushk operator registry issue PUBLISHER --label LABEL" issues one`;
    case 'none':
      return terminal.translate`everybody who reaches it may push: docker push ${host}/PUBLISHER/NAME`;
  }
}
