/** `kushk operator staff …`: manage the operator's staff and their roles. */
import type { HubRole, StaffResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { operatorConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { listAll } from '../list-all.js';
import { phrase } from '../phrase.js';
import { printable, table, type Terminal } from '../terminal.js';

type Member = StaffResource<HubRole>;
const STAFF = '/operator/v1/staff';

export interface AddStaffOptions extends ConnectionFlags {
  readonly name: string;
  /** Separated by commas, or `none`. */
  readonly roles: string;
}

export async function addStaff(terminal: Terminal, subject: string, options: AddStaffOptions): Promise<ExitCode> {
  const member = await terminal.withProgress(
    terminal.translate`Adding`,
    send<Member>(operatorConnection(options), {
      method: 'POST',
      path: STAFF,
      body: { subject, name: options.name, roles: rolesIn(options.roles) },
      language: terminal.language,
    }),
  );
  terminal.result(member, [terminal.translate`${printable(member.subject)} added as ${member.id}`]);
  return EXIT.ok;
}

export async function listStaff(terminal: Terminal, options: ConnectionFlags): Promise<ExitCode> {
  const list = await listAll<Member>(terminal, STAFF, options);
  const columns = [
    terminal.translate`id`,
    terminal.translate`subject`,
    terminal.translate`name`,
    terminal.translate`roles`,
  ];
  const rows = list.items.map(({ id, subject, name, roles }) => [id, subject, name, roles.join(', ') || '-']);
  terminal.result(list, table([columns, ...rows]));
  return EXIT.ok;
}

export interface ChangeStaffOptions extends ConnectionFlags {
  readonly name?: string;
  readonly roles?: string;
}

/** Changes what the options name. Everything else stays as it is. */
export async function changeStaff(terminal: Terminal, id: string, options: ChangeStaffOptions): Promise<ExitCode> {
  const { name, roles } = options;
  if (name === undefined && roles === undefined) throw usageFailure(phrase`nothing to change: use --name or --roles`);
  const member = await terminal.withProgress(
    terminal.translate`Changing`,
    send<Member>(operatorConnection(options), {
      method: 'PATCH',
      path: pathOf`/operator/v1/staff/${id}`,
      body: { ...(name !== undefined && { name }), ...(roles !== undefined && { roles: rolesIn(roles) }) },
      language: terminal.language,
    }),
  );
  terminal.result(member, [
    terminal.translate`roles of ${printable(member.subject)} from the next request on: ${member.roles.join(', ') || '-'}`,
  ]);
  return EXIT.ok;
}

export async function removeStaff(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  await terminal.withProgress(
    terminal.translate`Removing`,
    send<null>(operatorConnection(options), {
      method: 'DELETE',
      path: pathOf`/operator/v1/staff/${id}`,
      language: terminal.language,
    }),
  );
  terminal.result({ removed: id }, [
    terminal.translate`${printable(id)} removed; it has no role from the next request on`,
  ]);
  return EXIT.ok;
}

function rolesIn(text: string): readonly string[] {
  const roles = text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '');
  return roles.length === 1 && roles[0] === 'none' ? [] : roles;
}
