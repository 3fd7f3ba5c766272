export interface FilePatch {
  /** The built file, relative to the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}
export const patches: Readonly<Record<string, readonly FilePatch[]>>;
