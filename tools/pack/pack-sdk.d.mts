/** Builds and packs the SDK into the folder `to`. Returns the path of the tarball. */
export function packSdk(options: { readonly to: string }): string;
