/** How publishers push to the registry of the configuration. Pure. */
import type { RegistryResource } from '@kushk/contracts';
import type { Config } from '@kushk/runtime';

type Settings = Pick<Config, 'registryUrl'> & {
  readonly containers: Pick<Config['containers'], 'registryUser' | 'registryPassword' | 'registryTokenKey'>;
};

/** Null when no registry is configured. With a token key the account of the configuration only pulls. */
export function registryOf({ registryUrl: url, containers }: Settings): RegistryResource | null {
  const { registryUser, registryPassword, registryTokenKey } = containers;
  if (url === '') return null;
  if (registryTokenKey !== null) return { url, accounts: 'publisher_keys', user: null, password: null };
  if (registryUser === '') return { url, accounts: 'none', user: null, password: null };
  return { url, accounts: 'shared', user: registryUser, password: registryPassword };
}
