/** A session with the server of a cluster that accepts writes: what libpq calls `target_session_attrs=read-write`. */
import { ConfigError, serverUrls, withCurrentLogin } from '@kushk/runtime';
import pg from 'pg';

/** Statements of the command loop use `returning old`, which older versions do not know. */
const oldestVersion = 18;

/** The server accepts only reads: it is a standby, or its operator has made it read-only. */
class NotPrimary extends Error {
  override readonly name = 'NotPrimary';
  /** `read_only_sql_transaction`, as a write would be answered. */
  readonly code = '25006';
}

/** What the server reports about itself when a session starts, by name of the parameter. */
export type ServerParameters = ReadonlyMap<string, string>;

/** Throws `ConfigError` when the server is too old, and an error of class `unavailable` when it accepts no writes. */
export function requirePrimary(parameters: ServerParameters): void {
  const version = parameters.get('server_version') ?? '';
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new ConfigError(
      `KUSHK_DATABASE_URL: the server is PostgreSQL ${version}, and version ${oldestVersion} or newer is needed`,
    );
  const isReadOnly = ['in_hot_standby', 'default_transaction_read_only'].some((name) => parameters.get(name) === 'on');
  if (isReadOnly) throw new NotPrimary('the server accepts no writes');
}

/** node-postgres treats these modes as `verify-full`, and prints a warning that is no JSON. */
export const verified = (url: string): string =>
  url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)\b/, '$1verify-full');

/** The server of each address that is tried next. All sessions of a process follow one that has failed. */
const nextServers = new Map<string, number>();

/**
 * A client of node-postgres whose `connectionString` may name several servers. One call of `connect` tries one of them;
 * when it fails, the next session tries the next server. Rejects like `requirePrimary`.
 */
// eslint-disable-next-line no-restricted-syntax -- The pool of node-postgres creates its clients with this class.
export class PrimaryClient extends pg.Client {
  private readonly address: string;
  private readonly servers: number;
  private readonly server: number;

  constructor(config: pg.ClientConfig) {
    const address = withCurrentLogin(config.connectionString ?? '', 'KUSHK_DATABASE_URL');
    const urls = serverUrls(address);
    const server = nextServers.get(address) ?? 0;
    super({ ...config, connectionString: verified(urls[server] ?? '') });
    this.address = address;
    this.servers = urls.length;
    this.server = server;
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const connected = this.connectToPrimary();
    if (callback === undefined) return connected;
    connected.then(() => (callback as () => void)(), callback);
  }

  private async connectToPrimary(): Promise<this> {
    const parameters = new Map<string, string>();
    this.connection.on('parameterStatus', (message: { parameterName: string; parameterValue: string }) =>
      parameters.set(message.parameterName, message.parameterValue),
    );
    let lost: Error | null = null;
    // The pool listens only after this function, and an error without a listener would end the process.
    this.on('error', (error) => (lost = error));
    try {
      await super.connect();
      if (lost !== null) throw lost;
      requirePrimary(parameters);
      return this;
    } catch (error) {
      if ((nextServers.get(this.address) ?? 0) === this.server)
        nextServers.set(this.address, (this.server + 1) % this.servers);
      this.end().catch(() => undefined);
      throw error;
    }
  }
}
