/**
 * The document that embeds one page of a plugin. It is a document of its own, so that only it may frame the plugin's
 * origin, and the application's policy names no plugin (docs/reference/bridge.md, Frames).
 */
import type { PageSurface, PluginPage } from '@kushk/contracts';

/** What the script of the document needs; it reads this from a `<meta>`. */
export interface FrameData {
  readonly installation: { readonly id: string; readonly plugin: string; readonly version: string };
  readonly page: { readonly url: string; readonly origin: string };
  readonly surface: 'app' | 'panel';
  readonly panel: string | null;
  readonly apiBase: string;
  readonly service: { readonly origin: string; readonly version: string; readonly pluginApi: string };
}

/** The build of the pages leaves this where the data belong (apps/instance-pages/frame.html). */
export const FRAME_PLACEHOLDER = '<!-- frame data -->';

export function frameData(
  { installation_id, plugin_id, version, plugin_api, api_base, url, origin }: PluginPage,
  page: PageSurface,
  service: { readonly origin: string; readonly version: string },
): FrameData {
  return {
    installation: { id: installation_id, plugin: plugin_id, version },
    page: { url, origin },
    surface: page.surface,
    panel: page.surface === 'panel' ? page.panel : null,
    apiBase: api_base,
    service: { ...service, pluginApi: plugin_api },
  };
}

export function frameDocument(template: string, data: FrameData): string {
  const meta = `<meta name="kushk-frame" content="${escapeAttribute(JSON.stringify(data))}" />`;
  return template.replace(FRAME_PLACEHOLDER, () => meta);
}

/** `origin` comes from the signed manifest and is the origin of a URL, so it cannot add a directive. */
export function framePolicy(origin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `frame-src ${origin}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
