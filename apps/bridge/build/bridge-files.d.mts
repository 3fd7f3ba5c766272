import type { Plugin } from 'esbuild';

/** Returns the content of each file by its name. */
export function bridgeFiles(plugins?: readonly Plugin[]): Promise<ReadonlyMap<string, Buffer>>;
/** Subresource integrity of a file, as `<script integrity>` expects it. */
export function integrityOf(bytes: Uint8Array): string;
