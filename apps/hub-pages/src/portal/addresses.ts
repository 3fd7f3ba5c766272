/** Addresses of pages, for rows of tables; other links are checked by the router. */
export function pluginAddress(publisher: string, plugin: string): string {
  return `/portal/${encodeURIComponent(publisher)}/plugins/${encodeURIComponent(plugin)}`;
}

export function releaseAddress(
  publisher: string,
  { plugin_id, version }: { plugin_id: string; version: string },
): string {
  return `${pluginAddress(publisher, plugin_id)}/${encodeURIComponent(version)}`;
}
