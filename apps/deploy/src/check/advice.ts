/** What to do about a connection that fails: it follows from the cause, and from what was connected to. */
import { connectionCause, connectionProblem, type ConnectionCause } from '@kushk/runtime';

/** What to do by cause; `other` when the cause is unknown. */
type Advice = Readonly<Partial<Record<ConnectionCause, string>>> & { readonly other: string };

const ofEveryServer: Readonly<Partial<Record<ConnectionCause, string>>> = {
  timeout: 'the network or a firewall loses it, or the machine is overloaded; try again',
  closed: 'read the log of the server',
  starting: 'try again',
  early: 'run a time service on both machines',
  diskFull: 'free space',
};

/** A setting of PostgreSQL that gives a role its connections: see `postgresAdvice`. */
interface OfPostgres {
  readonly role: string;
  readonly database: string;
  readonly connectionsNeeded: number;
}

export const postgresAdvice = ({ role, database, connectionsNeeded }: OfPostgres): Advice => ({
  refused: 'start it, or correct its host and port in postgres.hosts',
  unknownHost: 'correct postgres.hosts',
  noRoute: 'correct postgres.hosts, or the network',
  noTls: 'start it with postgres/postgresql.conf of the folder, which has ssl = on',
  untrusted: 'load the certificate in postgres/tls, or name the authority of the server as certificates',
  expired: 'kushk-deploy rotate certificates, and load them',
  otherHost: 'correct postgres.hosts, and load the certificate in postgres/tls',
  login: 'run postgres/roles.sql, which has its password and rights',
  rights: 'run postgres/roles.sql, which has its password and rights',
  access: 'use postgres/pg_hba.conf of the folder',
  noDatabase: `create database "${database}", and run postgres/roles.sql in it`,
  roleLimit: `alter role ${role} connection limit -1`,
  noConnection: `set max_connections to ${connectionsNeeded} or more, as in postgres/postgresql.conf of the folder`,
  other: 'read the log of the server',
});

export const natsAdvice: Advice = {
  refused: 'start it, or correct its host and port in nats.hosts',
  unknownHost: 'correct nats.hosts',
  noRoute: 'correct nats.hosts, or the network',
  noTls: 'start it with the nats-N.conf of the folder, which has tls',
  untrusted: 'load the certificate in nats/tls, or name the authority of the server as certificates',
  expired: 'kushk-deploy rotate certificates, and load them',
  otherHost: 'correct nats.hosts, and load the certificate in nats/tls',
  login: 'load the nats-N.conf of this folder (nats-server --signal reload)',
  expiredLogin: 'kushk-deploy rotate nats-credentials',
  other: 'read the log of the server',
};

/** Of the port for instances; an instance cannot change the server of the hub. */
export const leafAdvice = (isHub: boolean): Advice => ({
  refused: isHub
    ? 'start NATS with the nats-N.conf of the folder, or correct nats.leaf'
    : 'correct nats.leaf, or let the operator of the hub start its NATS',
  unknownHost: 'correct nats.leaf',
  noRoute: 'correct nats.leaf, or the network',
  untrusted: isHub ? 'load the certificate in nats/tls' : 'hub.authority_file must be the ca.crt of the hub',
  expired: isHub
    ? 'kushk-deploy rotate certificates, and load them'
    : 'the operator of the hub rotates its certificates',
  otherHost: isHub ? 'kushk-deploy init, and load the certificate in nats/tls' : 'correct nats.leaf',
  other: 'correct nats.leaf',
});

export const signInAdvice: Advice = {
  refused: 'start the provider, or correct sign_in.issuer',
  unknownHost: 'correct sign_in.issuer',
  untrusted: 'name the file of its authority as sign_in.authority_file, and run kushk-deploy init again',
  expired: 'renew it at the provider',
  otherHost: 'correct sign_in.issuer, or the provider',
  other: 'correct sign_in.issuer, or the provider',
};

/** One line: what is wrong, and what to do. */
export function problemAndAdvice(error: unknown, advice: Advice, at = ''): string {
  const cause = connectionCause(error);
  const remedy = (cause === null ? undefined : (advice[cause] ?? ofEveryServer[cause])) ?? advice.other;
  return `${connectionProblem(error)}${at}: ${remedy}`;
}
