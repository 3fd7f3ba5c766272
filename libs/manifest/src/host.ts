/**
 * The spelling of a host in a manifest: a lowercase RFC 1123 name without a trailing dot, an IPv4 address, or an IPv6
 * address in brackets (RFC 3986). The last label of a name begins with a letter, because some parsers read `1.1` and
 * `0x7f` as IPv4 addresses and others as names.
 */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = `(?:${LABEL}\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?`;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
/** A 16-bit group of an IPv6 address. */
const PART = '[0-9a-f]{1,4}';
/** An IPv6 address: eight groups, or fewer with one `::` that replaces the others. */
const IPV6 = [
  `(?:${PART}:){7}${PART}`,
  `(?:${PART}:){1,7}:`,
  `:(?::${PART}){1,7}`,
  '::',
  ...[1, 2, 3, 4, 5, 6].map((after) => `(?:${PART}:){1,${7 - after}}(?::${PART}){1,${after}}`),
].join('|');

/** The source of a regular expression for a host, enclosed in a group. */
export const HOST_PATTERN = `(?:${NAME}|${IPV4}|\\[(?:${IPV6})\\])`;
/** A port from 1 to 65535 without leading zeros. */
export const PORT_PATTERN = '(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
/** The hosts of the local machine, where plugins run during development. */
export const LOOPBACK_PATTERN = `(?:(?:${LABEL}\\.)*localhost|127(?:\\.${OCTET}){3}|\\[::1\\])`;

const HOST = new RegExp(`^${HOST_PATTERN}$`);
const MAX_HOST_CHARACTERS = 253;

/** Whether a text is a host in this spelling. */
export function isHost(text: string): boolean {
  return text.length <= MAX_HOST_CHARACTERS && HOST.test(text);
}
