import { describe, expect, it } from '@jest/globals';
import { checkContent, blockingProblems } from './index.js';

const digest = `@sha256:${'a'.repeat(64)}`;
const external = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.4.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
};
const container = {
  ...external,
  kind: 'instance',
  image: `registry.example/acme/invoices${digest}`,
  egress: ['api.acme.ir:443'],
};
const problemsOf = (manifest: object, production = true): string[] =>
  checkContent(manifest, { production }).map(({ path, code }) => `${path} ${code}`);

const privateHosts = [
  'localhost',
  'app.localhost',
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:a00:1]',
  '[64:ff9b::a00:1]',
  '[2002:a00:1::]',
  '[fd00:ec2::254]',
  'metadata.google.internal',
  'db.prod.svc.cluster.local',
  'nas.home.arpa',
  'intranet',
];
const publicHosts = [
  'plugin.acme.ir',
  'acme.ir',
  'xn--mgbaam7a8h.ir',
  'local.acme.ir',
  'internal.acme.ir',
  'localhost.acme.ir',
  '8.8.8.8',
  '[2a00:1450::1]',
];

describe('checking that the hosts of a manifest are public', () => {
  it.each(privateHosts)('reports base_url on %s in production', (host) => {
    const written = new URL(`https://${host}`).hostname;
    expect(problemsOf({ ...external, base_url: `https://${written}` })).toEqual(['/base_url host_not_public']);
  });

  it.each(privateHosts)('reports egress to %s with its index', (host) => {
    expect(problemsOf({ ...container, egress: ['api.acme.ir:443', `${host}:8443`] })).toEqual([
      '/egress/1 host_not_public',
    ]);
  });

  it.each(publicHosts)('accepts the public host %s', (host) => {
    expect(problemsOf({ ...external, base_url: `https://${host}` })).toEqual([]);
    expect(problemsOf({ ...container, egress: [`${host}:443`] })).toEqual([]);
  });

  it.each([
    ['registry:5000/acme/x', ['/image host_not_public']],
    ['localhost/acme/x', ['/image host_not_public']],
    ['10.0.0.1:5000/x', ['/image host_not_public']],
    ['[fd00::1]:5000/x', ['/image host_not_public']],
    ['registry.prod.svc.cluster.local/x', ['/image host_not_public']],
    ['registry.example/acme/x', []],
    ['registry.example:5000/acme/x:1.4', []],
    ['acme/x', []],
    ['x', []],
  ])('for the registry of the image %s returns the problems %j', (image, problems) => {
    expect(problemsOf({ ...container, image: image + digest })).toEqual(problems);
  });

  it('accepts only the local machine outside production', () => {
    for (const base_url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(problemsOf({ ...external, base_url }, false)).toEqual([]);
    expect(
      problemsOf(
        { ...container, image: `localhost:5000/x${digest}`, egress: ['localhost:1', '10.0.0.1:1', 'db:5432'] },
        false,
      ),
    ).toEqual(['/egress/1 host_not_public', '/egress/2 host_not_public']);
  });

  it('names the host in English and Persian, as advice that does not block a release', () => {
    const problems = checkContent({ ...external, base_url: 'https://10.0.0.1' }, { production: true });
    expect(problems).toEqual([
      {
        code: 'host_not_public',
        severity: 'warning',
        path: '/base_url',
        message: 'points to 10.0.0.1, which is not a public host',
        message_fa: expect.stringContaining('10.0.0.1'),
        hint: expect.any(String),
        hint_fa: expect.any(String),
        stage: 'instance',
      },
    ]);
    expect(blockingProblems(problems)).toEqual([]);
  });

  it('skips malformed hosts, which checkStructure reports', () => {
    for (const base_url of ['https://user@10.0.0.1', 'nonsense', '', 3, null])
      expect(problemsOf({ ...external, base_url })).toEqual([]);
    for (const egress of ['10.0.0.1:443', [3, null, '10.0.0.1', '*:1', {}, '127.1:80', '0x7f.1:80', '2130706433:80']])
      expect(problemsOf({ ...container, egress })).toEqual([]);
    expect(problemsOf({ ...container, image: 7 })).toEqual([]);
  });
});
