/** What PostgreSQL needs: roles, settings, and who may connect. */
import { BACKUP_ROLE, replicationStatements, roleStatements } from '@kushk/event-store/roles';
import type { Answers } from './answers.js';
import { BACKUP_LOGIN, databaseServicesOf } from './processes.js';
import { databaseUrl, privateFile, publicFile, type Deployment, type Files } from './process-files.js';

/** Reads, commands, relay, notifications, and a migration at the start. */
export const CONNECTIONS_PER_PROCESS = 12;
/** Where PostgreSQL finds the files of the folder `postgres`. */
export const POSTGRES_FOLDER = '/etc/postgresql/kushk';
/** Of a superuser, backups, standbys and `kushk-deploy`. */
const otherConnections = 20;

/** The connections that all processes of the scope open, while one of each is being replaced. */
export function connectionsNeeded(answers: Answers): number {
  return CONNECTIONS_PER_PROCESS * databaseServicesOf(answers).length * (answers.replicas + 1) + otherConnections;
}

/** The hosts of the servers without their ports: they share one certificate. */
export const postgresHosts = (answers: Answers): readonly string[] =>
  answers['postgres.hosts'].map((address) => address.slice(0, address.lastIndexOf(':')));

export function postgresFiles({ answers, values }: Deployment): Files {
  const database = answers['postgres.database'];
  const services = databaseServicesOf(answers);
  const passwords = Object.fromEntries(
    services.map((service) => [service, values[`database-password-${service}`] ?? '']),
  );
  const backupPassword = values['backup-password'] ?? '';
  const sql = [
    ...roleStatements({ database, passwords }),
    ...replicationStatements({ database, role: BACKUP_ROLE, password: backupPassword }),
  ].map((statement) => `${statement};\n`);
  return {
    'postgres/roles.sql': privateFile(
      `-- As a superuser: create database "${database}"; once, and then this file in it. It may be repeated.\n${sql.join('')}`,
    ),
    'postgres/postgresql.conf': publicFile(settings(answers)),
    'postgres/pg_hba.conf': publicFile(access(database, [...services, BACKUP_ROLE])),
    [BACKUP_LOGIN]: privateFile(`${databaseUrl(answers, BACKUP_ROLE, backupPassword)}\n`),
  };
}

function settings(answers: Answers): string {
  return `# The settings of PostgreSQL 18 for Kushk: as config_file, or included in postgresql.conf (docs/deployment.md).
listen_addresses = '*'
hba_file = '${POSTGRES_FOLDER}/pg_hba.conf'
max_connections = ${Math.max(connectionsNeeded(answers), 100)}
password_encryption = scram-sha-256
timezone = UTC
ssl = on
ssl_cert_file = '${POSTGRES_FOLDER}/tls/server.crt'
ssl_key_file = '${POSTGRES_FOLDER}/tls/server.key'
# An open write transaction delays the relay of every service.
idle_in_transaction_session_timeout = 15s
# For standbys and for a backup to a moment in time.
wal_level = replica
max_wal_senders = 10
min_wal_size = 1GB
max_wal_size = 4GB
backend_flush_after = 512kB
jit = off
${archiving(answers['postgres.wal_archive'])}`;
}

/**
 * Each file of the log is archived when it is full, or a minute old, under its name when it is complete. After a crash
 * it may be archived a second time, with the same bytes; other bytes are those of another server, and are refused.
 */
export function archiveCommand(folder: string): string {
  const [part, file] = [`"${folder}/%f.part"`, `"${folder}/%f.gz"`];
  return `gzip -n < "%p" > ${part} && (cmp -s ${part} ${file} || (test ! -e ${file} && sync ${part} && mv ${part} ${file}))`;
}

/** Archives what a minute has added, however little it is. */
function archiving(folder: string | null): string {
  if (folder === null) return '';
  return `# For kushk-deploy backup and restore --at (docs/deployment/backup.md).
archive_mode = on
archive_timeout = 60s
archive_command = '${archiveCommand(folder)}'
`;
}

function access(database: string, services: readonly string[]): string {
  return `# TYPE  DATABASE  USER  ADDRESS  METHOD
local all all peer
hostssl ${database} ${services.join(',')} all scram-sha-256
hostssl all postgres all scram-sha-256
hostssl replication postgres all scram-sha-256
`;
}
