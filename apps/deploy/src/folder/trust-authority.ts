import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AUTHORITY_CERTIFICATE } from './server-files.js';
import { storedText } from './stored-files.js';

/** Trusts the authority of a folder in this process, as `NODE_EXTRA_CA_CERTS` does in those of the deployment. */
export function trustAuthority(folder: string, file = AUTHORITY_CERTIFICATE): void {
  const authority = storedText(folder, file);
  if (authority) setDefaultCACertificates([...getCACertificates('bundled'), ...getCACertificates('extra'), authority]);
}
