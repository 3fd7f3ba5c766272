/** The database role and schema of each service, so that no service can read the tables of another. */
import pg from 'pg';

const quoted = pg.escapeIdentifier;
const literal = pg.escapeLiteral;

/** The role with which `kushk-deploy backup` copies all data. */
export const BACKUP_ROLE = 'backup';

export interface ServiceRoles {
  readonly database: string;
  /** The password of each service's role, by its name. */
  readonly passwords: Readonly<Record<string, string>>;
}

/**
 * Statements for a role that may create roles, in the database of the services. They may be repeated, and set the
 * passwords again. The database exists already: PostgreSQL creates none in a transaction.
 */
export function roleStatements({ database, passwords }: ServiceRoles): readonly string[] {
  return [
    `revoke all on database ${quoted(database)} from public`,
    'revoke all on schema public from public',
    ...Object.entries(passwords).flatMap(([service, password]) => statementsFor(service, { database, password })),
  ];
}

export interface ReplicationRole {
  readonly database: string;
  readonly role: string;
  readonly password: string;
}

/** Statements for a role that may copy the data of the whole server, and read no table. They may be repeated. */
export function replicationStatements({ database, role, password }: ReplicationRole): readonly string[] {
  return [
    createRole(role),
    `alter role ${quoted(role)} login replication password ${literal(password)}`,
    `grant connect on database ${quoted(database)} to ${quoted(role)}`,
  ];
}

const createRole = (role: string): string =>
  `do $$ begin if not exists (select from pg_roles where rolname = ${literal(role)}) then create role ${quoted(role)}; end if; end $$`;

function statementsFor(
  service: string,
  { database, password }: { readonly database: string; readonly password: string },
): readonly string[] {
  const role = quoted(service);
  return [
    createRole(service),
    `alter role ${role} login password ${literal(password)}`,
    `grant ${role} to current_user`,
    // A rebuild of views uses temporary tables.
    `grant connect, temporary on database ${quoted(database)} to ${role}`,
    `alter role ${role} in database ${quoted(database)} set search_path = ${role}`,
    `create schema if not exists ${role} authorization ${role}`,
  ];
}
