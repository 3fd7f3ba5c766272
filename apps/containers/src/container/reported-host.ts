/** What leaves the instance of a host that a container was denied. Pure. */

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/;
/** Second labels under which domains are registered, such as `co.uk` and `ac.ir`, have at most this many characters. */
const SHORT_LABEL = 3;
const MAX_LABEL_CHARACTERS = 32;
const PRIVATE = /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/**
 * The registered domain of a name: what is below it may be the name of an organisation, or data that the plugin encodes
 * in it. Addresses of the organisation's own networks are all the same. Everything else stays.
 */
export function reportedHost(host: string): string {
  if (ADDRESS.test(host)) return PRIVATE.test(host) ? 'private' : host;
  if (host === '*' || host.endsWith('.containers.internal')) return host;
  const labels = host.split('.');
  const second = labels.at(-2) ?? '';
  const registered = labels.slice(second.length <= SHORT_LABEL ? -3 : -2).map(shortened);
  return registered.length < labels.length ? `*.${registered.join('.')}` : registered.join('.');
}

function shortened(label: string): string {
  const characters = [...label];
  return characters.length <= MAX_LABEL_CHARACTERS ? label : `${characters.slice(0, MAX_LABEL_CHARACTERS).join('')}…`;
}
