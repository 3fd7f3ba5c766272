/** Divides the address of several servers into a URL for each: they differ in host and port alone. */
export function serverUrls(address: string): readonly [string, ...string[]] {
  const [, start = '', hosts = '', rest = ''] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? [];
  const [first = '', ...others] = hosts.split(',').map((host) => `${start}${host.trim()}${rest}`);
  return [start === '' ? address : first, ...others];
}
