/** The causes of a failed connection, by the codes, names and messages of PostgreSQL, Node.js and NATS. */
const texts = {
  refused: 'connection refused: nothing listens there',
  closed: 'the server closed the connection',
  unknownHost: 'the host name is not known',
  noRoute: 'no route to the host',
  timeout: 'no answer from the host',
  noTls: 'the server does not speak TLS',
  untrusted:
    "an authority that this process does not trust has signed the server's certificate: name its file in NODE_EXTRA_CA_CERTS",
  expired: "the server's certificate has expired",
  early: "the server's certificate is not valid yet: compare the clocks",
  otherHost: "the server's certificate is for another host name",
  login: 'the user, the password or the credentials are not accepted',
  expiredLogin: 'the credentials have expired',
  access: 'pg_hba.conf of the server does not let this user in from here',
  noDatabase: 'the database does not exist',
  rights: 'the role may not do this: it owns its schema, and its search_path is that schema',
  diskFull: 'the disk of the server is full',
  noConnection: 'the server has no connection left: raise max_connections',
  roleLimit: 'the role has no connection left: raise its connection limit',
  readOnly: 'the server is a standby or read-only: name the one that accepts writes as well',
  starting: 'the server is starting',
} as const;

export type ConnectionCause = keyof typeof texts;

const causes: Readonly<Record<string, ConnectionCause>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  EHOSTUNREACH: 'noRoute',
  ENETUNREACH: 'noRoute',
  ETIMEDOUT: 'timeout',
  TimeoutError: 'timeout',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'early',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherHost',
  AuthorizationError: 'login',
  UserAuthenticationExpiredError: 'expiredLogin',
  '28P01': 'login',
  '28000': 'login',
  '3D000': 'noDatabase',
  '42501': 'rights',
  '53100': 'diskFull',
  '53300': 'noConnection',
  '25006': 'readOnly',
  '57P03': 'starting',
};

/** Errors without a code, or with one that is less precise than the message. */
const byMessage: readonly (readonly [RegExp, ConnectionCause])[] = [
  [/pg_hba\.conf/, 'access'],
  [/too many connections for role/, 'roleLimit'],
  [/does not support (SSL|TLS)|tls.*not (supported|available)/i, 'noTls'],
  [/^(Connection terminated due to connection timeout|timeout e(xpired|xceeded)|Query read timeout)/i, 'timeout'],
  [/^Connection terminated/, 'closed'],
];

const causeLimit = 5;

interface Failure {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

const isObject = (value: unknown): value is Failure => typeof value === 'object' && value !== null;

/** The first known one of `error` and its causes; null when none is known. */
export function connectionCause(error: unknown): ConnectionCause | null {
  let current = error;
  for (let depth = 0; isObject(current) && depth < causeLimit; depth += 1) {
    const { message = '' } = current;
    const known =
      byMessage.find(([pattern]) => pattern.test(String(message)))?.[1] ??
      causes[String(current.code)] ??
      causes[String(current.name)];
    if (known !== undefined) return known;
    current = current.errors?.[0] ?? current.cause;
  }
  return null;
}

/** Returns one line without secrets: the text of the cause of `error`, or its message. */
export function connectionProblem(error: unknown): string {
  const cause = connectionCause(error);
  if (cause !== null) return texts[cause];
  return (isObject(error) ? String(error.message) : String(error)).split('\n', 1)[0] as string;
}
