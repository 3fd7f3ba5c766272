/** Which hosts are those of the pages of container plugins (docs/reference/containers.md, Pages). */

/** As many characters as 128 random bits have in base 32. */
const LABEL = /^[0-9a-z]{26}$/;
const PORT = /:\d{0,5}$/;

/** A host below the domain of plugins. `label` is null for one that no installation can have. */
export interface BelowPluginDomain {
  readonly label: string | null;
}

/** Returns a function that recognises hosts below the domain, with or without a port; null is any other host. */
export function pageHostReader(pluginDomain: string): (host: string | undefined) => BelowPluginDomain | null {
  if (pluginDomain === '') return () => null;
  const ending = `.${pluginDomain}`;
  const read = (host: string): BelowPluginDomain | null => {
    // A name with a dot at its end is the same host for a resolver, and another origin for a browser.
    const name = host.toLowerCase().replace(PORT, '').replace(/\.$/, '');
    if (!name.endsWith(ending)) return null;
    const label = name.slice(0, -ending.length);
    return { label: LABEL.test(label) && !host.includes(`${pluginDomain}.`) ? label : null };
  };
  // Most requests have the same host, that of the service.
  let last: { readonly host: string; readonly result: BelowPluginDomain | null } | null = null;
  return (host) => {
    if (host === undefined) return null;
    if (last?.host !== host) last = { host, result: read(host) };
    return last.result;
  };
}
