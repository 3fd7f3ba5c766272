/** The NATS users of services as lines of a nats-server configuration (docs/adr/0020-nats-user-per-service.md). */
import { natsPermissions, natsUserName, rolesIn, type NatsPermissions, type NatsRole } from '@kushk/contracts';
import { natsPassword } from '@kushk/credentials';
import type { NatsTopology } from './nats.js';

/** A service that replies within this time. Long polls take at most a minute. */
const replyExpires = '2m';

/** The password of each user of a scope; undefined: there is no such user. */
export type NatsPasswords = (role: NatsRole) => string | undefined;

/** The users of one scope, as the value of `users` in an account or in `authorization`. */
export function userList(scope: string, passwordOf: NatsPasswords): string {
  const users = rolesIn(scope).flatMap((role) => {
    const password = passwordOf(role);
    if (password === undefined) return [];
    const user = natsUserName({ scope, role });
    return { user, password, permissions: permissionBlock(natsPermissions({ role, scope })) };
  });
  return JSON.stringify(users);
}

/** The passwords of a scope that are derived from the secret of its NATS server. */
export function derivedPasswords(scope: string, secret: string): NatsPasswords {
  return (role) => natsPassword(secret, natsUserName({ scope, role }));
}

function permissionBlock({ publish, subscribe }: NatsPermissions): object {
  return {
    publish: { allow: publish },
    subscribe: { allow: subscribe },
    allow_responses: { max: 1, expires: replyExpires },
  };
}

/** The NATS topology of a hub and its instances on one server, each service with a user of its own. */
export function sharedTopology({
  instances,
  secret,
}: {
  readonly instances: readonly string[];
  readonly secret: string;
}): NatsTopology {
  const users = ['hub', ...instances].flatMap(
    (scope) => JSON.parse(userList(scope, derivedPasswords(scope, secret))) as object[],
  );
  return {
    serverName: 'kushk',
    domain: null,
    login: null,
    lines: () => [`authorization { users: ${JSON.stringify(users)} }`],
  };
}

/** The address of a NATS server with the login of a user. */
export function natsUrlOf(
  url: string,
  { scope, role, secret }: { readonly scope: string; readonly role: NatsRole; readonly secret: string },
): string {
  const user = natsUserName({ scope, role });
  const address = new URL(url);
  return `${address.protocol}//${encodeURIComponent(user)}:${natsPassword(secret, user)}@${address.host}`;
}
