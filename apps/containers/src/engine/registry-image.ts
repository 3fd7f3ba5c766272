/** Whether an image is in the registry of the instance. Pure. */
export function isInRegistry(image: string, registryUrl: string): boolean {
  if (registryUrl === '') return false;
  const { host, pathname } = new URL(registryUrl);
  return image.startsWith(`${host}${pathname.replace(/\/$/, '')}/`) && /@sha256:[0-9a-f]{64}$/.test(image);
}
