/** What an operator does about a connection that fails, by the codes and names of PostgreSQL, Node.js and NATS. */
const untrusted =
  "an authority that this process does not trust has signed the server's certificate: name its file in NODE_EXTRA_CA_CERTS";
const closed = 'the server closed the connection';
const unknownHost = 'the host name is not known';
const wrongLogin = 'the user, the password or the credentials are not accepted';

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: nothing listens there',
  ECONNRESET: closed,
  EPIPE: closed,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  ETIMEDOUT: 'no answer from the host',
  TimeoutError: 'no answer from the host',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  CERT_NOT_YET_VALID: "the server's certificate is not valid yet: compare the clocks",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another host name",
  AuthorizationError: wrongLogin,
  UserAuthenticationExpiredError: 'the credentials have expired',
  '28P01': wrongLogin,
  '28000': wrongLogin,
  '3D000': 'the database does not exist',
  '42501': 'the role may not do this: it owns its schema, and its search_path is that schema',
  '53100': 'the disk of the server is full',
  '53300': 'the server has no connection left: raise max_connections',
  '25006': 'the server is a standby or read-only: name the one that accepts writes as well',
  '57P03': 'the server is starting',
};

const causeLimit = 5;

interface Failure {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

const isObject = (value: unknown): value is Failure => typeof value === 'object' && value !== null;

/** Returns one line without secrets: the remedy of the first known one of `error` and its causes, or its message. */
export function connectionProblem(error: unknown): string {
  let current = error;
  for (let depth = 0; isObject(current) && depth < causeLimit; depth += 1) {
    const known = problems[String(current.code)] ?? problems[String(current.name)];
    if (known !== undefined) return known;
    current = current.errors?.[0] ?? current.cause;
  }
  return (isObject(error) ? String(error.message) : String(error)).split('\n', 1)[0] as string;
}
