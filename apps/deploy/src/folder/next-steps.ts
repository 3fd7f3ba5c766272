import type { Answers } from './answers.js';

/** What the operator does with the folder, in order. */
export function nextSteps(answers: Answers, directory: string): readonly string[] {
  const database = answers['postgres.database'];
  const isHub = answers.scope === 'hub';
  const servers = answers['nats.hosts'].length;
  const steps = [
    ...(isHub ? [`Move ${directory}/safe to a safe: no process needs it`] : []),
    ...(answers.certificates === 'generated'
      ? []
      : [`Put the certificates of your authority to ${directory}/nats/tls and ${directory}/postgres/tls`]),
    `Enter ${directory}/provider.md at the sign-in provider`,
    `Start PostgreSQL with ${directory}/postgres; create database "${database}"; run roles.sql in it as a superuser`,
    `Start ${servers === 1 ? 'NATS' : `${servers} NATS servers`} with ${directory}/nats`,
    `Run kushk-deploy check ${directory}`,
    `Run kushk-deploy streams create in the environment of ${directory}/streams`,
    'Start the processes',
    ...(isHub
      ? []
      : [
          `Let the operator of the hub run kushk operator instance add again with --public-key-file ${directory}/public-key.json, so that the hub certifies it`,
        ]),
  ];
  return ['', 'Next:', ...steps.map((step, index) => `${index + 1}. ${step}`)];
}
