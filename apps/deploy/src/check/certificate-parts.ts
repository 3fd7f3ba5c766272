/** Certificates: those of the folder, and that of the port to which instances connect. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { certificatesIn, fits } from '../folder/certificates.js';
import { processesOf, nameOf } from '../folder/processes.js';
import { HUB_AUTHORITY_FILE } from '../folder/secrets.js';
import { AUTHORITY_CERTIFICATE, serversOf } from '../folder/server-files.js';
import { storedText } from '../folder/stored-files.js';
import { leafAdvice, problemAndAdvice } from './advice.js';
import { ok, wrong, type Finding, type Part } from './finding.js';
import { servedByNats } from './served-by-nats.js';
import { authorityOf, type StoredDeployment } from '../folder/stored-deployment.js';

const dayMs = 86_400_000;
const soonDays = 30;

export function certificateParts(deployment: StoredDeployment): readonly Part[] {
  return [
    { about: 'certificates', find: () => Promise.resolve(findCertificates(deployment)) },
    { about: 'leaf port', find: () => findLeafPort(deployment) },
  ];
}

function findCertificates(deployment: StoredDeployment): readonly Finding[] {
  const { folder, answers } = deployment;
  const authority = storedText(folder, AUTHORITY_CERTIFICATE) ?? '';
  const servers = serversOf(answers).map(({ path, hosts }) => {
    const [pem, key] = [storedText(folder, `${path}.crt`), storedText(folder, `${path}.key`)];
    const about = `certificate ${path}.crt`;
    if (pem === undefined || key === undefined)
      return wrong(
        about,
        `it or its key is missing: ${answers.certificates === 'generated' ? 'run kushk-deploy init again' : 'put both there'}`,
      );
    if (!fits(pem, { hosts, authority }))
      return wrong(
        about,
        `it is not for ${hosts.join(' and ')}, or of another authority than ${AUTHORITY_CERTIFICATE}: run kushk-deploy init again`,
      );
    if (!new X509Certificate(pem).checkPrivateKey(createPrivateKey(key)))
      return wrong(about, 'its key is another one: restore both, or delete both and run kushk-deploy init again');
    return expiry(about, { pem, remedy: `kushk-deploy rotate certificates` });
  });
  const differing = processesOf(answers).filter(
    (service) => authorityOf(deployment, service)?.startsWith(authority) !== true,
  );
  return [
    expiry(`certificate ${AUTHORITY_CERTIFICATE}`, { pem: authority, remedy: 'kushk-deploy rotate authority' }),
    ...differing.map((service) =>
      wrong(
        `certificate ca.crt of ${nameOf(service)}`,
        `it does not begin with ${AUTHORITY_CERTIFICATE}: run kushk-deploy init again`,
      ),
    ),
    ...servers,
  ];
}

function expiry(about: string, { pem, remedy }: { readonly pem: string; readonly remedy: string }): Finding {
  const [certificate] = certificatesIn(pem);
  if (certificate === undefined) return wrong(about, 'it is no certificate in PEM: restore it from a backup');
  const days = Math.floor((certificate.validToDate.getTime() - Date.now()) / dayMs);
  const day = certificate.validToDate.toISOString().slice(0, 10);
  if (certificate.validFromDate.getTime() > Date.now()) return wrong(about, 'it is not valid yet: compare the clocks');
  if (days < 0) return wrong(about, `it has expired on ${day}: ${remedy}`);
  return ok(about, days < soonDays ? `expires in ${days} days, on ${day}: ${remedy}` : `until ${day}`);
}

/** NATS speaks TLS on this port after its first line, so that no other tool shows the certificate. */
async function findLeafPort({ folder, answers }: StoredDeployment): Promise<readonly Finding[]> {
  const { hostname, port } = new URL(answers['nats.leaf']);
  const about = `leaf port ${hostname}:${port}`;
  const authority = answers.scope === 'hub' ? AUTHORITY_CERTIFICATE : HUB_AUTHORITY_FILE;
  const own = storedText(folder, authority);
  try {
    const certificate = await servedByNats({ hostname, port: Number(port), authority: own });
    return [certificate === null ? wrong(about, 'another program than NATS answers there') : ok(about, 'TLS')];
  } catch (error) {
    return [wrong(about, problemAndAdvice(error, leafAdvice(answers.scope === 'hub')))];
  }
}
