/** `kushk operator members …`: manage the people who may use the portal of a publisher. */
import type { MemberResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { operatorConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listAll } from '../list-all.js';
import { printable, table, type Terminal } from '../terminal.js';

export async function addMember(
  terminal: Terminal,
  { publisher, subject }: { readonly publisher: string; readonly subject: string },
  options: ConnectionFlags & { readonly name: string },
): Promise<ExitCode> {
  const member = await terminal.withProgress(
    terminal.translate`Adding`,
    send<MemberResource>(operatorConnection(options), {
      method: 'POST',
      path: pathOf`/operator/v1/publishers/${publisher}/members`,
      body: { subject, name: options.name },
      language: terminal.language,
    }),
  );
  terminal.result(member, [terminal.translate`${printable(member.subject)} added as ${member.id}`]);
  return EXIT.ok;
}

export async function listMembers(terminal: Terminal, publisher: string, options: ConnectionFlags): Promise<ExitCode> {
  const list = await listAll<MemberResource>(terminal, pathOf`/operator/v1/publishers/${publisher}/members`, options);
  const columns = [terminal.translate`id`, terminal.translate`subject`, terminal.translate`name`];
  const rows = list.items.map(({ id, subject, name }) => [id, subject, name]);
  terminal.result(list, table([columns, ...rows]));
  return EXIT.ok;
}

export async function removeMember(
  terminal: Terminal,
  { publisher, id }: { readonly publisher: string; readonly id: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  await terminal.withProgress(
    terminal.translate`Removing`,
    send<null>(operatorConnection(options), {
      method: 'DELETE',
      path: pathOf`/operator/v1/publishers/${publisher}/members/${id}`,
      language: terminal.language,
    }),
  );
  terminal.result({ removed: id }, [
    terminal.translate`${printable(id)} removed; it may not use the portal from the next request on`,
  ]);
  return EXIT.ok;
}
