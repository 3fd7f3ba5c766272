/** The local sign-in provider over HTTPS, as a process. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecrets, type Secrets } from '../start/secrets.js';
import type { ProcessPlan } from '../start/system.js';
import { audiences, type PageClient } from '../sign-in/provider-names.js';

export interface Provider {
  readonly plan: ProcessPlan;
  readonly issuer: string;
  readonly secrets: Secrets['signIn'];
  /** What its clients must trust: PEM. */
  readonly certificate: string;
  readonly certificateFile: string;
}

export function httpsProvider(dataDir: string, port: number, pages: readonly PageClient[]): Provider {
  const issuer = `https://127.0.0.1:${port}`;
  const { signIn: secrets } = loadSecrets(join(dataDir, 'provider.json'));
  const [key, certificate] = [join(dataDir, 'provider-key.pem'), join(dataDir, 'provider.pem')];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const names = ['-subj', '/CN=provider', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...options, ...names, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const plan: ProcessPlan = {
    name: 'sign-in',
    program: join('tools', 'run', 'sign-in', 'main.ts'),
    needsTypescript: true,
    port,
    readyUrl: `${issuer}/.well-known/openid-configuration`,
    tier: 'service',
    environment: {
      SIGN_IN_ISSUER: issuer,
      SIGN_IN_HOST: '127.0.0.1',
      SIGN_IN_PORT: String(port),
      SIGN_IN_AUDIENCES: Object.values(audiences).join(','),
      SIGN_IN_SECRETS: JSON.stringify(secrets),
      SIGN_IN_PAGES: JSON.stringify(pages),
      SIGN_IN_CERTIFICATE: certificate,
      SIGN_IN_KEY: key,
    },
  };
  return { plan, issuer, secrets, certificate: readFileSync(certificate, 'utf8'), certificateFile: certificate };
}
