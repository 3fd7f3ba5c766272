/** Writes docs/verify/vectors.json: the input and the expected verdict of every case that a verifier must know. */
import { fileURLToPath } from 'node:url';
import { writeGenerated } from '../schemas/write-generated.js';
import { callVectors } from './call-vectors.js';
import { issuerVectors, jwks } from './issuer-vectors.js';

const vectors = {
  about: 'Signed calls with the verdict of a right verifier. The secrets and keys are used nowhere else.',
  jwks,
  calls: callVectors(),
  issuers: issuerVectors(),
};
const folder = fileURLToPath(new URL('../../../docs/verify', import.meta.url));
writeGenerated(folder, new Map([['vectors.json', `${JSON.stringify(vectors, null, 2)}\n`]]));
