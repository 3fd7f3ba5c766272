/** Writes docs/verify/vectors.json: the input and the expected verdict of every case that a verifier must know. */
import { fileURLToPath } from 'node:url';
import { writeGenerated } from '../schemas/write-generated.js';
import { callVectors } from './call-vectors.js';
import { installedVectors } from './installed-vectors.js';
import { issuerVectors } from './issuer-vectors.js';
import { jwks } from './vector-keys.js';

const vectors = {
  about: 'Signed calls with the verdict of a right verifier. The secrets and keys are used nowhere else.',
  jwks,
  calls: callVectors(),
  issuers: issuerVectors(),
  installed: installedVectors(),
};
const folder = fileURLToPath(new URL('../../../docs/verify', import.meta.url));
writeGenerated(folder, new Map([['vectors.json', `${JSON.stringify(vectors, null, 2)}\n`]]));
