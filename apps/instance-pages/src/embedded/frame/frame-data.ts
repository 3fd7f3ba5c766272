import type { Context } from '@kushk/bridge-protocol';

/** What the gateway writes into the document (apps/gateway/src/frames/frame-document.ts). */
export interface FrameData extends Pick<Context, 'installation' | 'surface' | 'panel' | 'apiBase' | 'service'> {
  readonly page: { readonly url: string; readonly origin: string };
}

export function readFrameData(): FrameData | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="kushk-frame"]')?.content;
  return content === undefined ? null : (JSON.parse(content) as FrameData);
}
