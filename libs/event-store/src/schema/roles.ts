/** The database role and schema of each service, so that no service can read the tables of another. */
import pg from 'pg';

const quoted = pg.escapeIdentifier;
const literal = pg.escapeLiteral;

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

function statementsFor(
  service: string,
  { database, password }: { readonly database: string; readonly password: string },
): readonly string[] {
  const role = quoted(service);
  return [
    `do $$ begin if not exists (select from pg_roles where rolname = ${literal(service)}) then create role ${role}; end if; end $$`,
    `alter role ${role} login password ${literal(password)}`,
    `grant ${role} to current_user`,
    // A rebuild of views uses temporary tables.
    `grant connect, temporary on database ${quoted(database)} to ${role}`,
    `alter role ${role} in database ${quoted(database)} set search_path = ${role}`,
    `create schema if not exists ${role} authorization ${role}`,
  ];
}
