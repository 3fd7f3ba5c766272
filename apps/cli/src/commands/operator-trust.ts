/** `kushk operator trust …`: manage which CI jobs may exchange their identity tokens for keys of a publisher. */
import type { TrustResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { operatorConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { listAll } from '../list-all.js';
import { phrase } from '../phrase.js';
import { printable, table, type Terminal } from '../terminal.js';

export interface AddTrustOptions extends ConnectionFlags {
  readonly issuer: string;
  readonly audience?: string;
  /** Each `name=pattern`. */
  readonly claim: readonly string[];
  readonly plugin: string;
  /** Separated by commas. */
  readonly scopes: string;
  readonly public?: boolean;
  readonly expiresAt?: string;
}

export async function addTrust(terminal: Terminal, publisher: string, options: AddTrustOptions): Promise<ExitCode> {
  const { issuer, audience, claim, plugin, scopes, expiresAt } = options;
  const connection = operatorConnection(options);
  const trust = await terminal.withProgress(
    terminal.translate`Adding`,
    send<TrustResource>(connection, {
      method: 'POST',
      path: pathOf`/operator/v1/publishers/${publisher}/trusts`,
      body: {
        issuer,
        audience: audience ?? connection.origin,
        claims: Object.fromEntries(claim.map(claimOf)),
        plugin_id: plugin,
        scopes: scopes.split(','),
        public: options.public === true,
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
      },
      language: terminal.language,
    }),
  );
  terminal.result(trust, [
    terminal.translate`trust ${printable(trust.id)} added: its jobs name it and the audience ${printable(trust.audience)}`,
    terminal.translate`next: "kushk release submit FILE --oidc --trust ${printable(trust.id)}" in such a job submits without a key`,
  ]);
  return EXIT.ok;
}

function claimOf(text: string): readonly [name: string, pattern: string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageFailure(phrase`--claim ${printable(text)}: write name=pattern`);
  return [text.slice(0, at), text.slice(at + 1)];
}

export async function listTrusts(terminal: Terminal, publisher: string, options: ConnectionFlags): Promise<ExitCode> {
  const page = await listAll<TrustResource>(terminal, pathOf`/operator/v1/publishers/${publisher}/trusts`, options);
  const columns = [
    terminal.translate`trust`,
    terminal.translate`plugin`,
    terminal.translate`scopes`,
    terminal.translate`claims`,
    terminal.translate`expires`,
    terminal.translate`ended`,
  ];
  const rows = page.items.map((trust) => [
    trust.id,
    trust.plugin_id,
    trust.scopes.join(','),
    Object.entries(trust.claims)
      .map(([name, pattern]) => `${name}=${pattern}`)
      .join(' '),
    trust.expires_at ?? '-',
    trust.ended_at ?? '-',
  ]);
  terminal.result(page, table([columns, ...rows]));
  return EXIT.ok;
}

export async function endTrust(
  terminal: Terminal,
  { publisher, trustId }: { readonly publisher: string; readonly trustId: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  await terminal.withProgress(
    terminal.translate`Ending`,
    send<null>(operatorConnection(options), {
      method: 'DELETE',
      path: pathOf`/operator/v1/publishers/${publisher}/trusts/${trustId}`,
      language: terminal.language,
    }),
  );
  terminal.result({ ended: trustId }, [terminal.translate`trust ${printable(trustId)} ended, and its keys with it`]);
  return EXIT.ok;
}
