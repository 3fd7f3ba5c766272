import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { deploymentsOf, problemsOf, workloadsOf } from '../../../../tools/check/kubernetes/chart-policies.js';
import { clusterValues, containersValues } from '../../../../tools/check/kubernetes/chart-values.js';
import { renderChart } from '../../../../tools/check/kubernetes/helm.js';
import { planDeployment } from './plan-deployment.js';
import type { Files } from './process-files.js';
import { readAnswers } from './read-answers.js';

const folder = mkdtempSync(join(tmpdir(), 'kushk-chart-'));
const pinned = join(folder, 'pinned.json');
const link = join(folder, 'link.creds');
beforeAll(() => {
  writeFileSync(pinned, '{"keys":[]}');
  writeFileSync(link, '-----BEGIN NATS USER JWT-----\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const common = {
  target: 'kubernetes',
  image: 'registry.example/kushk:0.1.0',
  postgres: { hosts: ['postgres.example:5432'] },
  nats: { hosts: ['nats.example:4222'], leaf: 'tls://nats.hub.example:7422' },
  sign_in: { issuer: 'https://id.example', audience: 'kushk' },
  first_person: 'sub',
};
const hub = { ...common, scope: 'hub', url: 'https://hub.example' };
const instance = {
  ...common,
  scope: 'i1',
  url: 'https://i1.example',
  hub_url: 'https://hub.example',
  hub: { link_credentials_file: link, pinned_keys_file: pinned },
  content_store: { driver: 'disk', folder: '/var/lib/kushk/contents' },
};
const withPlugins = {
  ...instance,
  plugin_domain: 'plugins.example.net',
  containers: { driver: 'kubernetes' },
  variables: { KUSHK_KUBERNETES_NETWORK_POLICIES: 'enforced', KUSHK_KUBERNETES_USER_NAMESPACES: 'off' },
};

async function filesFor(content: object): Promise<Files> {
  const { answers, problems } = readAnswers(JSON.stringify(content));
  if (answers === null) throw new Error(problems.join('\n'));
  return await planDeployment({ folder: join(folder, 'new'), answers, force: false });
}

describe('the files for Kubernetes', () => {
  it.each([
    ['a hub', hub, clusterValues],
    ['an instance', instance, clusterValues],
    ['an instance with container plugins', withPlugins, containersValues],
  ])('have the values of the Helm chart and its Secrets for %s', async (_, content, { network }) => {
    const files = await filesFor(content);
    const objects = await renderChart(
      `${files['kubernetes/values.yaml']?.text}network: ${JSON.stringify(network)}\ncontents: { claim: contents }\n`,
    );
    expect(problemsOf(objects)).toEqual([]);
    const lines = Object.entries(files)
      .filter(([path]) => /^processes\/.*\/environment$/.test(path))
      .flatMap(([path, { text }]) =>
        text
          .trim()
          .split('\n')
          .map((line) => `${path.split('/')[1]} ${line}`),
      );
    const rendered = deploymentsOf(objects).flatMap(({ name, container }) =>
      (container.env ?? []).map(
        (variable) => `${name.split('-').slice(2).join('-')} ${variable.name}=${variable.value}`,
      ),
    );
    expect(rendered).toEqual(expect.arrayContaining(lines));
    const secrets = Object.entries(files)
      .filter(([path]) => path.startsWith('kubernetes/') && path !== 'kubernetes/values.yaml')
      .map(([, { text }]) => parse(text) as { metadata: { name: string }; data: Record<string, string> });
    expect(secrets.map(({ metadata }) => metadata.name).sort()).toEqual(
      workloadsOf(objects)
        .map(({ name }) => name)
        .sort(),
    );
    for (const { metadata, data } of secrets) {
      const owner = workloadsOf(objects).find(({ name }) => name === metadata.name);
      const read = (owner?.container.env ?? []).flatMap(({ value = '' }) =>
        value.startsWith('/etc/kushk/secrets/') ? [value.slice('/etc/kushk/secrets/'.length)] : [],
      );
      expect([metadata.name, Object.keys(data).sort()]).toEqual([metadata.name, read.sort()]);
    }
  });
});
