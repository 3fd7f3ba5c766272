import type { TextKey } from '@kushk/ui';

const MAX_BYTES = 1_048_576;

export type FileText =
  { readonly text: string } | { readonly problem: Extract<TextKey, 'portal.file.too_large' | 'portal.file.not_text'> };

/** Reads a chosen or dropped file as UTF-8, without its byte order mark. */
export async function readManifestFile(file: File): Promise<FileText> {
  if (file.size > MAX_BYTES) return { problem: 'portal.file.too_large' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { problem: 'portal.file.not_text' };
  }
}
