/** The registry cannot be asked now, or its configuration is wrong. The message is for the operator's log. */
export class RegistryUnavailable extends Error {
  override readonly name = 'RegistryUnavailable';
}

/** The registry answered with something else than the document of that digest. */
export class RegistryDocumentInvalid extends Error {
  override readonly name = 'RegistryDocumentInvalid';
}
